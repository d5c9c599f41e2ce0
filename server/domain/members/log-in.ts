import type { Transact } from '#database/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Attempt } from '../trust/index.ts';
import { type Member, readMember } from './member.ts';
import type { AccountPorts, Client } from './ports.ts';
import { closeSession, replaceSession, type Session } from './session.ts';

/**
 * Signs a member in; the session that the browser had before ends. An unknown address takes as long as a wrong password
 * and is answered the same. Throws Refusal wrong_credentials, suspended (only for the right password),
 * too_many_requests, busy.
 */
export async function logIn(
  transact: Transact,
  ports: AccountPorts,
  { email, password }: { email: string; password: string },
  client: Client,
): Promise<{ member: Member; session: Session }> {
  const attempts: Attempt[] = [
    ['login_ip', client.ip],
    ['login_ip_email', client.ip, email],
    ['login_email', email],
  ];
  await ports.limits.take(...attempts);

  const found = await transact((tx) =>
    tx
      .selectFrom('users')
      .select(['id', 'password', 'suspendedAt'])
      .where('email', '=', email)
      .executeTakeFirst(),
  );
  const right = await ports.passwords.verify(password, found?.password);
  if (!found || !right) {
    ports.onSecurityEvent({ event: 'login_refused', ip: client.ip, userId: found?.id });
    throw new Refusal('wrong_credentials');
  }
  await ports.limits.giveBack(...attempts);
  if (found.suspendedAt) {
    ports.onSecurityEvent({ event: 'login_suspended', ip: client.ip, userId: found.id });
    throw new Refusal('suspended');
  }
  const stored = ports.passwords.isOutdated(found.password)
    ? await ports.passwords.hash(password)
    : found.password;
  const signedIn = await transact(async (tx) => {
    // Written also when unchanged: the row stays locked, and a password or suspension set meanwhile wins.
    const row = await tx
      .updateTable('users')
      .set({ password: stored })
      .where('id', '=', found.id)
      .where('password', '=', found.password)
      .where('suspendedAt', 'is', null)
      .returning(['id', 'isAdmin'])
      .executeTakeFirst();
    if (!row) throw new Refusal('wrong_credentials');
    const session = await replaceSession(tx, row, client);
    return { member: await readMember(tx, row.id), session };
  });
  ports.onSecurityEvent({ event: 'login_succeeded', ip: client.ip, userId: found.id });
  return signedIn;
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
