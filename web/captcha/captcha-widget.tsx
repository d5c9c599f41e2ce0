import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '../language/language.tsx';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { AltchaWidget } from './altcha-widget.tsx';
import { loadAltcha } from './load-altcha.ts';
import { loadVendor, vendorHost } from './load-vendor.ts';
import { VendorWidget } from './vendor-widget.tsx';
import type { WidgetProps } from './widget.ts';

/** The captcha that this site uses, loaded when it is first shown. */
export function CaptchaWidget(props: WidgetProps) {
  const { provider } = site().captcha;
  const t = useT('captcha');
  if (provider === 'altcha') {
    return (
      <Loaded load={loadAltcha} hint={t('loadFailed')}>
        {() => <AltchaWidget {...props} />}
      </Loaded>
    );
  }
  return (
    <Loaded load={() => loadVendor(provider)} hint={t('blocked', { host: vendorHost(provider) })}>
      {(api) => <VendorWidget {...props} vendor={provider} api={api} />}
    </Loaded>
  );
}

interface LoadedProps<T> {
  load: () => Promise<T>;
  /** What people can do when it could not be loaded. */
  hint: string;
  children: (loaded: T) => ReactNode;
}

function Loaded<T>({ load, hint, children }: LoadedProps<T>) {
  const t = useT('captcha');
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<{ name: 'loading' | 'failed' } | { name: 'ready'; loaded: T }>({
    name: 'loading',
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again, another function does not
  useEffect(() => {
    let shown = true;
    setState({ name: 'loading' });
    load().then(
      (loaded) => shown && setState({ name: 'ready', loaded }),
      () => shown && setState({ name: 'failed' }),
    );
    return () => {
      shown = false;
    };
  }, [attempt]);

  if (state.name === 'ready') return children(state.loaded);
  if (state.name === 'loading') {
    return (
      <div className="grid min-h-20 place-items-center">
        <Spinner label={t('loading')} />
      </div>
    );
  }
  return (
    <div className="grid justify-items-start gap-3">
      <div role="alert" className="grid gap-1">
        <p className="font-medium text-danger">{t('failed')}</p>
        <p>{hint}</p>
      </div>
      <Button size="small" variant="secondary" onClick={() => setAttempt(attempt + 1)}>
        {t('retry')}
      </Button>
    </div>
  );
}
