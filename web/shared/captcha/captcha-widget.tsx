import { type ComponentType, useEffect, useState } from 'react';
import type { CaptchaProvider } from '#contract/captcha.values.ts';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { site } from '#web/shared/api/site.ts';
import { MissingPart, part } from '#web/shared/browser/missing-part.ts';
import { useT } from '#web/shared/language/language.tsx';
import type { WidgetProps } from './widget.ts';

type State =
  | { name: 'loading' | 'failed' | 'missing' }
  | { name: 'ready'; Widget: ComponentType<WidgetProps> };

/** The captcha that this site uses, loaded when it is first shown. */
export function CaptchaWidget(props: WidgetProps) {
  const { provider } = site().captcha;
  const t = useT('captcha');
  const common = useT('common');
  const errors = useT('errors');
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State>({ name: 'loading' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    let shown = true;
    setState({ name: 'loading' });
    load(provider).then(
      (Widget) => shown && setState({ name: 'ready', Widget }),
      (error: unknown) => shown && setState({ name: error instanceof MissingPart ? 'missing' : 'failed' }),
    );
    return () => {
      shown = false;
    };
  }, [attempt, provider]);

  if (state.name === 'ready') return <state.Widget {...props} />;
  if (state.name === 'loading') {
    return (
      <div className="grid min-h-20 place-items-center">
        <Spinner label={t('loading')} />
      </div>
    );
  }
  // A browser may not ask again for a part of the app that it could not load.
  const isMissing = state.name === 'missing';
  return (
    <div className="grid justify-items-start gap-3">
      <div role="alert" className="grid gap-1">
        <p className="font-medium text-danger">{t('failed')}</p>
        <p>{isMissing ? errors('missing_part') : t('loadFailed')}</p>
      </div>
      <Button
        size="small"
        variant="secondary"
        onClick={() => (isMissing ? window.location.reload() : setAttempt(attempt + 1))}
      >
        {isMissing ? common('reload') : t('retry')}
      </Button>
    </div>
  );
}

async function load(provider: CaptchaProvider): Promise<ComponentType<WidgetProps>> {
  if (provider === 'altcha') return (await part(import('./altcha-widget.tsx'))).openAltcha();
  return (await part(import('./vendor-widget.tsx'))).openVendor(provider);
}
