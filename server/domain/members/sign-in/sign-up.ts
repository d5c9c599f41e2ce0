import { enqueue } from '#database/queue.ts';
import type { Transact } from '#database/transaction.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { type Member, readMember } from '#domain/members/member.ts';
import { requireGoodPassword } from '#domain/members/passwords/password-policy.ts';
import { hashNew } from '#domain/members/passwords/password-work.ts';
import type { AccountPorts, Client } from '#domain/members/ports.ts';
import { replaceSession, type Session } from '#domain/members/security/session.ts';
import {
  lockMailbox,
  meetAgain,
  readSuspension,
  rememberDevice,
  suspendedRefusal,
  watchSignUp,
} from '#domain/trust/index.ts';
import { admitMail, type MailRequest } from './admit-mail.ts';
import { askedBrowser, type BrowserToken, knownBrowser } from './browser-token.ts';
import { MAIL_ATTEMPTS_MAX } from './mail-attempts.ts';

export interface SignUp extends MailRequest {
  password: string;
  name: string;
}

/**
 * Requests an account: a job mails the code. It stores nothing of the visitor and does not look the address up, so
 * known and unknown addresses get the same response. Returns the result of `requestCode`. Throws Refusal
 * invalid_input, one of PASSWORD_REFUSALS, too_many_requests, a captcha code.
 */
export async function requestAccount(
  transact: Transact,
  ports: AccountPorts,
  { email, password, captcha }: SignUp,
  client: Client,
): Promise<BrowserToken> {
  requireGoodPassword(ports.policy, password, { email, field: 'password' });
  return requestCode(transact, ports, { email, captcha }, client);
}

/**
 * Mails a new code in the visitor's language, which invalidates the one before. Returns the token by which the
 * browser's tries are counted separately from those of strangers. Throws as `admitMail`.
 */
export async function requestCode(
  transact: Transact,
  ports: AccountPorts,
  { email, captcha }: MailRequest,
  client: Client,
): Promise<BrowserToken> {
  await admitMail(transact, ports, 'sign_up', { email, captcha }, client);
  const { language } = client;
  await transact((tx) =>
    enqueue(tx, 'send_sign_up_mail', { email, language }, { attemptsMax: MAIL_ATTEMPTS_MAX }),
  );
  ports.onSecurityEvent({ event: 'account_requested', ip: client.ip });
  return askedBrowser(ports.browserKey, email);
}

/**
 * For sites that do not confirm addresses: creates the member and signs them in. Throws as `requestAccount`; Refusal
 * invalid_input if the address has an account, and suspended if the holder of the mailbox left the site while suspended.
 */
export async function createUnconfirmedAccount(
  transact: Transact,
  ports: AccountPorts,
  { email, password, name }: SignUp,
  client: Client,
): Promise<{ member: Member; session: Session; knownBrowser: BrowserToken }> {
  requireGoodPassword(ports.policy, password, { email, field: 'password' });
  await ports.limits.take(['mail_ip', client.ip]);
  const hash = await hashNew(ports, client, { password });
  const created = await transact(async (tx) => {
    const mailbox = await lockMailbox(tx, ports.mailboxKey, email);
    const row = await tx
      .insertInto('users')
      .values({ email, name, password: hash, locale: client.language })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning(['id', 'isAdmin'])
      .executeTakeFirst();
    if (!row)
      throw new Refusal('invalid_input', { fields: { email: 'This address already has an account.' } });
    await rememberDevice(tx, row.id, client);
    await watchSignUp(tx, { id: row.id, email, ip: client.ip }, ports.regions);
    await meetAgain(tx, { userId: row.id, mailbox });
    const suspension = await readSuspension(tx, row.id);
    if (suspension) return { id: row.id, suspension };
    const session = await replaceSession(tx, row, client);
    return { id: row.id, member: await readMember(tx, row.id), session };
  });
  ports.onSecurityEvent({ event: 'account_created', ip: client.ip, userId: created.id });
  if (created.suspension) throw suspendedRefusal(ports.appealKey, created.suspension);
  return { ...created, knownBrowser: knownBrowser(ports.browserKey, created.id, hash) };
}
