import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import type { CaptchaAction } from '#contract/captcha.values.ts';
import type { Database } from '#database/client.ts';

/** Solves a challenge and encodes the token as the widget altcha 3.2.2 does (`verify` in its dist/main/altcha.js). */
export async function solveCaptcha(challenge: Record<string, unknown>): Promise<string> {
  const { parameters, signature } = challenge as unknown as Challenge;
  const solution = await solveChallenge({ challenge: { parameters }, deriveKey });
  return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }));
}

/** Gives the member live grants, as solved captchas would. */
export async function giveGrants(
  database: Database,
  memberId: string,
  action: CaptchaAction,
  count = 1,
): Promise<void> {
  const expiresAt = sql<Date>`now() + interval '1 hour'`;
  await database
    .insertInto('captchaGrants')
    .values(Array.from({ length: count }, () => ({ userId: memberId, action, expiresAt })))
    .execute();
}
