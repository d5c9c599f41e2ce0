import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { RESET_LINK_MINUTES } from '#contract/sign-in.values.ts';
import type { Tx } from '#database/client.ts';
import { enqueue } from '#database/queue.ts';
import type { Transact } from '#database/transaction.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { newForStaff } from '#domain/members/owners.ts';
import { admitPassword, hashNew } from '#domain/members/passwords/password-work.ts';
import type { AccountMailPorts, AccountPorts, Client } from '#domain/members/ports.ts';
import { notifyOfChange } from '#domain/members/security/security-notice.ts';
import { closeAllSessions } from '#domain/members/security/session.ts';
import { resetLinkMail } from '#domain/notices/index.ts';
import { strangersGuesses } from './admit-guess.ts';
import { admitMail, type MailRequest } from './admit-mail.ts';
import { type BrowserToken, knownBrowser } from './browser-token.ts';
import { MAIL_ATTEMPTS_MAX } from './mail-attempts.ts';

const TOKEN_BYTES = 32;
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Requests a reset link: a job mails it if the address has an account. Throws as `admitMail`. */
export async function requestReset(
  transact: Transact,
  ports: AccountPorts,
  { email, captcha }: MailRequest,
  client: Client,
): Promise<void> {
  await admitMail(transact, ports, 'reset', { mailbox: email, captcha }, client);
  await transact((tx) => enqueue(tx, 'send_reset_mail', { email }, { attemptsMax: MAIL_ATTEMPTS_MAX }));
  ports.onSecurityEvent({ event: 'reset_requested', ip: client.ip });
}

/**
 * Mails a new link, which invalidates older ones; sends nothing if the address has no account. Can be repeated.
 * Throws if the mail was not accepted.
 */
export async function sendResetMail(
  transact: Transact,
  { mailer, site }: AccountMailPorts,
  { email }: { email: string },
): Promise<void> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const member = await transact(async (tx) => {
    const found = await tx.selectFrom('users').select('locale').where('email', '=', email).executeTakeFirst();
    if (found) await storeToken(tx, email, hashOf(token));
    return found;
  });
  if (member) await mailer.send(resetLinkMail(site, email, token, member.locale));
}

/**
 * Sets the password of the link's account and ends all its sessions, without signing in. Clears the counts of strangers'
 * tries, and the account knows this browser afterwards, so that strangers cannot lock the member out. Throws Refusal
 * invalid_reset_token, invalid_input, one of PASSWORD_REFUSALS (the link stays valid for both), too_many_requests, busy.
 */
export async function resetPassword(
  transact: Transact,
  ports: AccountPorts,
  { token, newPassword }: { token: string; newPassword: string },
  client: Client,
): Promise<BrowserToken> {
  const email = await transact((tx) => addressOf(tx, hashOf(token)));
  if (!email) {
    await ports.limits.take(['code_ip', client.ip]);
    ports.onSecurityEvent({ event: 'reset_refused', ip: client.ip });
    throw new Refusal('invalid_reset_token');
  }
  await admitPassword(ports, client, { password: newPassword, email, field: 'newPassword' });
  const hash = await hashNew(ports, client, { password: newPassword });
  const userId = await transact(async (tx) => {
    // Lock order everywhere: members before their codes and links.
    const member = await tx
      .updateTable('users')
      .set({ password: hash, emailVerified: true, approverSince: newForStaff })
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirst();
    if (!member) throw new Refusal('invalid_reset_token');
    await consume(tx, email, hashOf(token));
    await closeAllSessions(tx, member.id);
    await notifyOfChange(tx, member.id, 'password_changed');
    return member.id;
  });
  await ports.limits.forget(...strangersGuesses(email));
  ports.onSecurityEvent({ event: 'password_reset', ip: client.ip, userId });
  return knownBrowser(ports.browserKey, userId, hash);
}

async function storeToken(tx: Tx, email: string, hash: string): Promise<void> {
  await voidResetTokens(tx, email);
  await tx
    .insertInto('passwordResetTokens')
    .values({
      email,
      token: hash,
      createdAt: sql`clock_timestamp()`,
      expiresAt: sql`clock_timestamp() + make_interval(mins => ${RESET_LINK_MINUTES})`,
    })
    .execute();
}

/** Returns the address of a valid token: the newest of its address, unused, not expired. */
async function addressOf(tx: Tx, hash: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`select email from password_reset_tokens t
    where token = ${hash} and not used and expires_at > now() and not exists (
      select from password_reset_tokens newer where newer.email = t.email and newer.created_at > t.created_at)`.execute(
    tx,
  );
  return rows[0]?.email;
}

/** Uses the token up and invalidates the address's other tokens. Of parallel uses one succeeds. */
async function consume(tx: Tx, email: string, hash: string): Promise<void> {
  const consumed = await tx
    .updateTable('passwordResetTokens')
    .set({ used: true })
    .where('token', '=', hash)
    .where('used', '=', false)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();
  if (!consumed) throw new Refusal('invalid_reset_token');
  await voidResetTokens(tx, email);
}

/** Invalidates the reset links of the address. */
export async function voidResetTokens(tx: Tx, email: string): Promise<void> {
  await tx
    .updateTable('passwordResetTokens')
    .set({ used: true })
    .where('email', '=', email)
    .where('used', '=', false)
    .execute();
}
