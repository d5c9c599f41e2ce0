import { enqueue } from '#database/queue.ts';
import type { Transact } from '#database/transaction.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { mailboxSpelling } from '#domain/members/mailbox.ts';
import { admitPassword, hashNew } from '#domain/members/passwords/password-work.ts';
import type { AccountPorts, Client } from '#domain/members/ports.ts';
import { lockMailbox } from '#domain/trust/index.ts';
import { admitMail, type MailRequest } from './admit-mail.ts';
import { askedBrowser, type BrowserToken } from './browser-token.ts';
import { enterNew, finishNew, type SignedIn } from './enter.ts';
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
  await admitPassword(ports, client, { password, email, field: 'password' });
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
  await admitMail(transact, ports, 'sign_up', { mailbox: mailboxSpelling(email), captcha }, client);
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
): Promise<SignedIn> {
  await admitPassword(ports, client, { password, email, field: 'password' });
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
    return enterNew(tx, ports, { ...row, password: hash, email, mailbox }, client);
  });
  return finishNew(ports, created, client);
}
