import 'altcha/altcha.css';
import type { AltchaWidgetElement } from 'altcha/types/generic';
import { type ComponentType, useEffect, useEffectEvent, useRef } from 'react';
import { useLanguage, useT } from '#web/shared/language/language.tsx';
import { loadAltcha } from './load-altcha.ts';
import type { WidgetEvent, WidgetProps } from './widget.ts';

/** Returns the proof-of-work widget once its script is loaded. Throws as `loadAltcha` does. */
export async function openAltcha(): Promise<ComponentType<WidgetProps>> {
  await loadAltcha();
  return AltchaWidget;
}

function AltchaWidget({ action, onEvent }: WidgetProps) {
  const t = useT('captcha.widget');
  const { code } = useLanguage();
  const place = useRef<HTMLDivElement>(null);

  // Texts that arrive later must not create a new widget: a solution under way would be lost.
  const strings = useEffectEvent(() => ({
    label: t('label'),
    verifying: t('verifying'),
    verified: t('verified'),
    waitAlert: t('waitAlert'),
    verificationRequired: t('required'),
  }));
  const tell = useEffectEvent((event: WidgetEvent) => onEvent(event));
  useEffect(() => {
    globalThis.$altcha.i18n.set(code, { ...globalThis.$altcha.i18n.get('en'), ...strings() });
    const widget = document.createElement('altcha-widget') as AltchaWidgetElement;
    const address = action === 'login' ? '/api/login/challenge' : `/api/captcha/challenge?action=${action}`;
    widget.setAttribute('challenge', address);
    widget.setAttribute('language', code);
    widget.setAttribute('configuration', JSON.stringify({ hideFooter: true, hideLogo: true }));
    widget.addEventListener('statechange', (event) => {
      if (event instanceof CustomEvent) tell(eventOf(event.detail));
    });
    place.current?.append(widget);
    return () => widget.remove();
  }, [action, code]);

  return <div ref={place} className="captcha min-h-18" />;
}

/** States of the widget: https://altcha.org/docs/v2/widget-integration/ */
function eventOf({ state, payload }: { state: string; payload: string | null }): WidgetEvent {
  if (state === 'verified' && payload) return { kind: 'verified', token: payload };
  if (state === 'error' || state === 'expired') return { kind: state };
  return { kind: state === 'verifying' ? 'working' : 'idle' };
}
