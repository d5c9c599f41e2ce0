import { sql } from 'kysely';
import type { Transact } from '#database/transaction.ts';
import { Refusal } from '../refusal.ts';
import { type Attempt, spendCaptcha } from '../trust/index.ts';
import { deviceOf } from './device.ts';
import { rememberDevice } from './known-device.ts';
import { type Member, readMember } from './member.ts';
import type { AccountPorts, Client } from './ports.ts';
import { verifyCounted, withSecondFactor } from './reauthenticate.ts';
import { tellOfChange } from './security-notice.ts';
import { closeSession, replaceSession, type Session } from './session.ts';

/** Whom the challenges of sign-in name: they are made before anybody is known. */
const ANYONE = 'anyone';

export interface LogIn {
  email: string;
  password: string;
  /** Of the authenticator app, or a backup code. */
  code?: string | undefined;
  captcha?: string | undefined;
}

/** A captcha for a sign-in that is asked for one, as the browser's widget loads it. Throws Refusal too_many_requests. */
export async function challengeLogIn(ports: AccountPorts, ip: string): Promise<Record<string, unknown>> {
  await ports.limits.take(['login_challenge_ip', ip]);
  return ports.captcha.challenge('login', ANYONE);
}

/**
 * Signs a member in; the session that the browser had before ends. An unknown address takes as long as a wrong password
 * and is answered the same. Many wrong passwords for one address, from wherever, make every further try cost a captcha:
 * strangers slow themselves down without locking the owner out. A device that was not seen before is told by mail.
 * Throws Refusal wrong_credentials, a captcha code, too_many_requests, busy, and only for the right password: suspended,
 * two_factor_required, invalid_two_factor_code.
 */
export async function logIn(
  transact: Transact,
  ports: AccountPorts,
  { email, password, code, captcha }: LogIn,
  client: Client,
): Promise<{ member: Member; session: Session }> {
  const attempts: Attempt[] = [
    ['login_ip', client.ip],
    ['login_ip_email', client.ip, email],
  ];
  await ports.limits.take(...attempts);
  const isMany = await isOver(ports, ['login_email', email]);
  if (isMany && !captcha) throw new Refusal('captcha_required');
  if (isMany && captcha) {
    await spendCaptcha(
      { transact, captcha: ports.captcha },
      { token: captcha, subject: ANYONE, action: 'login', ip: client.ip },
    );
  }

  const found = await transact((tx) =>
    tx
      .selectFrom('users')
      .select(['id', 'password', 'suspendedAt', sql<boolean>`totp_enabled_at is not null`.as('hasTwoFactor')])
      .where('email', '=', email)
      .executeTakeFirst(),
  );
  const counted: Attempt[] = [...attempts, ['login_email', email]];
  const right = await verifyCounted(ports, counted, password, found?.password);
  if (!found || !right) {
    ports.onSecurityEvent({ event: 'login_refused', ip: client.ip, userId: found?.id });
    throw new Refusal('wrong_credentials');
  }
  await ports.limits.giveBack(...counted);
  if (found.suspendedAt) {
    ports.onSecurityEvent({ event: 'login_suspended', ip: client.ip, userId: found.id });
    throw new Refusal('suspended');
  }
  const stored = ports.passwords.isOutdated(found.password)
    ? await ports.passwords.hash(password)
    : found.password;
  const signedIn = await withSecondFactor(transact, ports, { member: found, code, client }, async (tx) => {
    // Written also when unchanged: the row stays locked, and a password or suspension set meanwhile wins.
    const row = await tx
      .updateTable('users')
      .set({ password: stored })
      .where('id', '=', found.id)
      .where('password', '=', found.password)
      .where('suspendedAt', 'is', null)
      .where('totpEnabledAt', found.hasTwoFactor ? 'is not' : 'is', null)
      .returning(['id', 'isAdmin'])
      .executeTakeFirst();
    if (!row) throw new Refusal('wrong_credentials');
    if (await rememberDevice(tx, row.id, client)) {
      await tellOfChange(tx, row.id, 'new_device', { device: deviceOf(client.userAgent) });
    }
    const session = await replaceSession(tx, row, client);
    return { member: await readMember(tx, row.id), session };
  });
  ports.onSecurityEvent({ event: 'login_succeeded', ip: client.ip, userId: found.id });
  return signedIn;
}

/** Counts an attempt and answers whether it is over its limit. */
async function isOver(ports: AccountPorts, attempt: Attempt): Promise<boolean> {
  try {
    await ports.limits.take(attempt);
    return false;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too_many_requests') return true;
    throw error;
  }
}

/** Ends the session of the browser, if it has one. */
export async function logOut(
  transact: Transact,
  ports: Pick<AccountPorts, 'onSecurityEvent'>,
  client: Client,
  userId: string | undefined,
): Promise<void> {
  const { sessionToken } = client;
  if (!sessionToken) return;
  await transact((tx) => closeSession(tx, sessionToken));
  if (userId) ports.onSecurityEvent({ event: 'logged_out', ip: client.ip, userId });
}
