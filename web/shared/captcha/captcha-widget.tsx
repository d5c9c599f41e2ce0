import { type ComponentType, useEffect, useState } from 'react';
import type { CaptchaProvider } from '#contract/captcha.values.ts';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { site } from '#web/shared/api/site.ts';
import { useT } from '#web/shared/language/language.tsx';
import type { WidgetProps } from './widget.ts';

type State = { name: 'loading' | 'failed' } | { name: 'ready'; Widget: ComponentType<WidgetProps> };

/** The captcha that this site uses, loaded when it is first shown. */
export function CaptchaWidget(props: WidgetProps) {
  const { provider } = site().captcha;
  const t = useT('captcha');
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State>({ name: 'loading' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    let shown = true;
    setState({ name: 'loading' });
    load(provider).then(
      (Widget) => shown && setState({ name: 'ready', Widget }),
      () => shown && setState({ name: 'failed' }),
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
  return (
    <div className="grid justify-items-start gap-3">
      <div role="alert" className="grid gap-1">
        <p className="font-medium text-danger">{t('failed')}</p>
        <p>{t('loadFailed')}</p>
      </div>
      <Button size="small" variant="secondary" onClick={() => setAttempt(attempt + 1)}>
        {t('retry')}
      </Button>
    </div>
  );
}

async function load(provider: CaptchaProvider): Promise<ComponentType<WidgetProps>> {
  if (provider === 'altcha') return (await import('./altcha-widget.tsx')).openAltcha();
  return (await import('./vendor-widget.tsx')).openVendor(provider);
}
