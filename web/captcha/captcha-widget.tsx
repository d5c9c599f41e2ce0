import 'altcha/altcha.css';
import type { AltchaWidgetElement } from 'altcha/types/generic';
import { useEffect, useRef, useState } from 'react';
import { useLanguage, useT } from '../language/language.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { loadWidget } from './load-widget.ts';

export type WidgetEvent =
  | { kind: 'idle' | 'working' | 'expired' | 'error' }
  | { kind: 'verified'; token: string };

interface CaptchaWidgetProps {
  /** Address of the challenge. */
  challenge: string;
  onEvent: (event: WidgetEvent) => void;
}

/** The captcha itself, loaded when it is first shown. */
export function CaptchaWidget({ challenge, onEvent }: CaptchaWidgetProps) {
  const t = useT('captcha');
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let shown = true;
    setState('loading');
    loadWidget().then(
      () => shown && setState('ready'),
      () => shown && setState('failed'),
    );
    return () => {
      shown = false;
    };
  }, [attempt]);

  if (state === 'ready') return <Altcha challenge={challenge} onEvent={onEvent} />;
  if (state === 'loading') {
    return (
      <div className="grid min-h-18 place-items-center">
        <Spinner label={t('loading')} />
      </div>
    );
  }
  return (
    <div role="alert" className="grid justify-items-start gap-3">
      <p>{t('loadFailed')}</p>
      <Button size="small" variant="secondary" onClick={() => setAttempt(attempt + 1)}>
        {t('retry')}
      </Button>
    </div>
  );
}

function Altcha({ challenge, onEvent }: CaptchaWidgetProps) {
  const t = useT('captcha.widget');
  const { code } = useLanguage();
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const strings = {
      label: t('label'),
      verifying: t('verifying'),
      verified: t('verified'),
      waitAlert: t('waitAlert'),
      verificationRequired: t('required'),
    };
    globalThis.$altcha.i18n.set(code, { ...globalThis.$altcha.i18n.get('en'), ...strings });
    const widget = document.createElement('altcha-widget') as AltchaWidgetElement;
    widget.setAttribute('challenge', challenge);
    widget.setAttribute('language', code);
    widget.setAttribute('configuration', JSON.stringify({ hideFooter: true, hideLogo: true }));
    widget.addEventListener('statechange', (event) => {
      if (event instanceof CustomEvent) onEvent(eventOf(event.detail));
    });
    place.current?.append(widget);
    return () => widget.remove();
  }, [challenge, code, onEvent, t]);

  return <div ref={place} className="captcha min-h-18" />;
}

/** States of the widget: https://altcha.org/docs/v2/widget-integration/ */
function eventOf({ state, payload }: { state: string; payload: string | null }): WidgetEvent {
  if (state === 'verified' && payload) return { kind: 'verified', token: payload };
  if (state === 'error' || state === 'expired') return { kind: state };
  return { kind: state === 'verifying' ? 'working' : 'idle' };
}
