import type { CaptchaAction } from '#contract/captcha.values.ts';

/** A verifier's result for a token. Only `ok` gives a grant. */
export type CaptchaVerdict =
  | {
      t: 'ok';
      /** The action that the token was made for, according to its signed data or its vendor. */
      action: CaptchaAction;
      /** Identifies the solved challenge, the same for every copy of it; a copy can be replayed until `expiresAt`. */
      solution: { id: string; expiresAt: Date };
    }
  | { t: 'missing' | 'invalid' | 'expired' | 'duplicate' | 'misconfigured' | 'unavailable' };

/** Port: makes challenges and checks the tokens of solved ones. It keeps no state of ours and never throws. */
export interface CaptchaVerifier {
  /** What the browser's widget loads first: a JSON object in the vendor's format. */
  challenge(action: CaptchaAction, memberId: string): Promise<Record<string, unknown>>;
  /** Checks a token of this member. `ip` is the client's address, for vendors that ask for it. */
  verify(token: string, memberId: string, ip: string): Promise<CaptchaVerdict>;
}
