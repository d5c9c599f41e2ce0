import type { Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { Refusal } from '../refusal.ts';
import { type Attempt, watchSignUp } from '../trust/index.ts';
import { rememberDevice } from './known-device.ts';
import { type Member, readMember } from './member.ts';
import { requireGoodPassword } from './password-policy.ts';
import type { AccountPorts, Client } from './ports.ts';
import { replaceSession, type Session } from './session.ts';
import type { SignUp } from './sign-up.ts';
import { claimCode, codeHash, countTry, sameHash } from './verification-code.ts';

/**
 * Confirms an address with the newest code sent to it, creates the member with the password given here, and signs them
 * in. Every try is counted and committed before the code is compared. Throws Refusal invalid_code for whatever is wrong
 * with the code, invalid_input, one of PASSWORD_REFUSALS, too_many_requests, busy.
 */
export async function verifyEmail(
  transact: Transact,
  ports: AccountPorts,
  { email, code, password, name }: SignUp & { code: string },
  client: Client,
): Promise<{ member: Member; session: Session }> {
  requireGoodPassword(ports.policy, password, { email, field: 'password' });
  const attempts: Attempt[] = [
    ['code_ip', client.ip],
    ['code_email', email],
  ];
  await ports.limits.take(...attempts);

  const given = codeHash(ports.codeKey, email, code);
  const counted = await transact((tx) => countTry(tx, 'emailVerificationCodes', email));
  if (!counted || !sameHash(given, counted.code)) {
    ports.onSecurityEvent({ event: 'code_refused', ip: client.ip });
    throw new Refusal('invalid_code');
  }
  const hash = await ports.passwords.hash(password);
  const created = await transact(async (tx) => {
    await claimCode(tx, 'emailVerificationCodes', counted.id);
    const row = await insertMember(tx, { email, name, password: hash, locale: client.language });
    await rememberDevice(tx, row.id, client);
    await watchSignUp(tx, { id: row.id, email, ip: client.ip }, ports.regions);
    const session = await replaceSession(tx, row, client);
    return { member: await readMember(tx, row.id), session };
  });
  await ports.limits.giveBack(...attempts);
  ports.onSecurityEvent({ event: 'account_created', ip: client.ip, userId: created.member.id });
  return created;
}

async function insertMember(
  tx: Tx,
  values: { email: string; name: string; password: string; locale: string },
): Promise<{ id: string; isAdmin: boolean }> {
  const row = await tx
    .insertInto('users')
    .values({ ...values, emailVerified: true })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['id', 'isAdmin'])
    .executeTakeFirst();
  if (!row) throw new Refusal('invalid_code');
  return row;
}
