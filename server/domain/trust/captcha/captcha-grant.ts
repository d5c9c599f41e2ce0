import { type RawBuilder, sql } from 'kysely';
import type { CaptchaAction } from '#contract/captcha.values.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { CaptchaVerdict, CaptchaVerifier } from './captcha.ts';

/** A solved captcha may be used within this time. */
const CAPTCHA_GRANT_MINUTES = 2;

const REFUSALS: Record<Exclude<CaptchaVerdict['t'], 'ok'>, ErrorCode> = {
  missing: 'captcha_required',
  invalid: 'captcha_invalid',
  expired: 'captcha_expired',
  duplicate: 'captcha_duplicate',
  misconfigured: 'captcha_unavailable',
  unavailable: 'captcha_unavailable',
};

/**
 * Exchanges a token for one use of its action by this member and answers the action. The solution is claimed with the
 * grant, so that copies of one token, also parallel ones, are worth one grant. Throws Refusal with a captcha code.
 */
export async function grantCaptcha(
  ports: { transact: Transact; captcha: CaptchaVerifier },
  request: { token: string; memberId: string; ip: string },
): Promise<CaptchaAction> {
  const verdict = await ports.captcha.verify(request.token, request.memberId, request.ip);
  if (verdict.t !== 'ok') throw new Refusal(REFUSALS[verdict.t]);
  await ports.transact(async (tx) => {
    await consumeSolution(tx, verdict.solution);
    await tx
      .insertInto('captchaGrants')
      .values({
        userId: request.memberId,
        action: verdict.action,
        expiresAt: sql`now() + make_interval(mins => ${CAPTCHA_GRANT_MINUTES})`,
      })
      .execute();
  });
  return verdict.action;
}

/**
 * Uses up a token at once, for an action of a caller who is not signed in. `subject` is the one that its challenge
 * named. Throws Refusal with a captcha code.
 */
export async function spendCaptcha(
  ports: { transact: Transact; captcha: CaptchaVerifier },
  request: { token: string; subject: string; action: CaptchaAction; ip: string },
): Promise<void> {
  const verdict = await ports.captcha.verify(request.token, request.subject, request.ip);
  if (verdict.t !== 'ok') throw new Refusal(REFUSALS[verdict.t]);
  if (verdict.action !== request.action) throw new Refusal('captcha_invalid');
  await ports.transact((tx) => consumeSolution(tx, verdict.solution));
}

async function consumeSolution(tx: Tx, solution: { id: string; expiresAt: Date }): Promise<void> {
  const consumed = await tx
    .insertInto('captchaSolutions')
    .values(solution)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!consumed) throw new Refusal('captcha_duplicate');
}

/**
 * Uses up one grant of the member for the action. The caller holds the member locked. Throws Refusal captcha_required if
 * there is none.
 */
export async function consumeCaptchaGrant(tx: Tx, memberId: string, action: CaptchaAction): Promise<void> {
  const { rows } = await sql`
    update captcha_grants set used_at = now()
    where id = (
      select id from captcha_grants
      where user_id = ${memberId} and action = ${action} and used_at is null and expires_at > now()
      order by expires_at limit 1 for update skip locked
    )
    returning id`.execute(tx);
  if (rows.length === 0) throw new Refusal('captcha_required');
}

/**
 * SQL that uses up grants which `redemption_standings` found, as a part of a statement. Returns `id` and `user_id` of each; no
 * row for one that is used.
 */
export const usingGrants = (ids: string[]): RawBuilder<unknown> =>
  sql`update captcha_grants set used_at = now() where id = any(${ids}::uuid[]) and used_at is null returning id, user_id`;
