import { type ComponentType, useEffect, useEffectEvent, useRef } from 'react';
import { call } from '#web/shared/api/call.ts';
import { useLanguage } from '#web/shared/language/language.tsx';
import { loadVendor, type Vendor, type VendorApi } from './load-vendor.ts';
import type { WidgetEvent, WidgetProps } from './widget.ts';

/** The wide form of both vendors needs this many CSS pixels; below, the small form is used. */
const WIDE_MIN = 303;

interface VendorWidgetProps extends WidgetProps {
  vendor: Vendor;
  api: VendorApi;
}

/** Returns a vendor's widget once its script is loaded. Throws as `loadVendor` does. */
export async function openVendor(vendor: Vendor): Promise<ComponentType<WidgetProps>> {
  const api = await loadVendor(vendor);
  return (props) => <VendorWidget {...props} vendor={vendor} api={api} />;
}

/**
 * A vendor's widget, in a frame of its own. Its response goes to the server together with the ticket that says what it
 * was solved for.
 */
function VendorWidget({ vendor, api, action, onEvent }: VendorWidgetProps) {
  const { code } = useLanguage();
  const place = useRef<HTMLDivElement>(null);

  // Texts that arrive later change `onEvent`; the widget being solved stays.
  const hear = useEffectEvent((event: WidgetEvent) => onEvent(event));
  useEffect(() => {
    const leaving = new AbortController();
    let widget: string | undefined;
    const render = async () => {
      const challenge = await readChallenge(action, leaving.signal);
      if (!place.current || leaving.signal.aborted) return;
      const tell = (kind: 'idle' | 'expired' | 'error') => () => {
        if (!leaving.signal.aborted) hear({ kind });
        // True tells Turnstile that the failure is being shown.
        return true;
      };
      const isWide = place.current.clientWidth >= WIDE_MIN;
      const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
      widget = api.render(place.current, {
        sitekey: challenge.siteKey,
        theme: isDark ? 'dark' : 'light',
        ...(vendor === 'hcaptcha'
          ? { hl: code, size: isWide ? 'normal' : 'compact' }
          : { language: code, size: isWide ? 'flexible' : 'compact', action, cData: challenge.id }),
        callback: (response: string) => {
          if (!leaving.signal.aborted) hear({ kind: 'verified', token: `${challenge.ticket}.${response}` });
        },
        'expired-callback': tell('expired'),
        'error-callback': tell('error'),
        ...(vendor === 'hcaptcha'
          ? { 'chalexpired-callback': tell('expired'), 'close-callback': tell('idle') }
          : { 'timeout-callback': tell('expired'), 'unsupported-callback': tell('error') }),
      });
    };
    render().catch(() => {
      if (!leaving.signal.aborted) hear({ kind: 'error' });
    });
    return () => {
      leaving.abort();
      if (widget !== undefined) api.remove(widget);
    };
  }, [vendor, api, action, code]);

  return <div ref={place} className="min-h-20" />;
}

interface Challenge {
  siteKey: string;
  id: string;
  ticket: string;
}

async function readChallenge(action: WidgetProps['action'], signal: AbortSignal): Promise<Challenge> {
  const challenge =
    action === 'login'
      ? await call('GET /api/login/challenge', { signal })
      : await call('GET /api/captcha/challenge', { query: { action }, signal });
  return challenge as unknown as Challenge;
}
