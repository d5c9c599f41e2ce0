import type { CaptchaAction } from '#contract/captcha.values.ts';

/** What a verifier found about a token. Only `ok` is worth a grant. */
export type CaptchaVerdict =
  | {
      t: 'ok';
      /** The action that the token was made for, as its signed data or its vendor says. */
      action: CaptchaAction;
      /** Names the solved challenge, the same for every copy of it; it can be replayed until then. */
      solution: { id: string; expiresAt: Date };
    }
  | { t: 'missing' | 'invalid' | 'expired' | 'duplicate' | 'misconfigured' | 'unavailable' };

/** Port: makes challenges and checks the tokens of solved ones. Keeps no state of ours and never throws. */
export interface CaptchaVerifier {
  /** What the browser's widget loads before it works: a JSON object in the vendor's format. */
  challenge(action: CaptchaAction, memberId: string): Promise<Record<string, unknown>>;
  /** Checks a token of this member. `ip` is the client's address, for vendors that ask for it. */
  verify(token: string, memberId: string, ip: string): Promise<CaptchaVerdict>;
}
