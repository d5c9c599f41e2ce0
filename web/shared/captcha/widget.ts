import type { CaptchaAction } from '#contract/captcha.values.ts';

/** What a widget tells, whosever it is. */
export type WidgetEvent =
  | { kind: 'idle' | 'working' | 'expired' | 'error' }
  | { kind: 'verified'; token: string };

export interface WidgetProps {
  /** What the captcha is for. */
  action: CaptchaAction;
  onEvent: (event: WidgetEvent) => void;
}
