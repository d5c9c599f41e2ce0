import type { CaptchaAction } from '#contract/captcha.values.ts';

/** The events of a widget, the same for every vendor. */
export type WidgetEvent =
  | { kind: 'idle' | 'working' | 'expired' | 'error' }
  | { kind: 'verified'; token: string };

export interface WidgetProps {
  /** What the captcha is for. */
  action: CaptchaAction;
  onEvent: (event: WidgetEvent) => void;
}
