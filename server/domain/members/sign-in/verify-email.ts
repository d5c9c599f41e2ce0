import type { Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { type Member, readMember } from '#domain/members/member.ts';
import { requireGoodPassword } from '#domain/members/passwords/password-policy.ts';
import { hashNew } from '#domain/members/passwords/password-work.ts';
import type { AccountPorts, Client } from '#domain/members/ports.ts';
import { replaceSession, type Session } from '#domain/members/security/session.ts';
import {
  type Attempt,
  isOver,
  lockMailbox,
  meetAgain,
  readSuspension,
  rememberDevice,
  suspendedRefusal,
  watchSignUp,
} from '#domain/trust/index.ts';
import { type BrowserToken, knownBrowser, readAskedBrowser } from './browser-token.ts';
import type { SignUp } from './sign-up.ts';
import { codeHash, consumeCode, countTry, newestCode, sameHash } from './verification-code.ts';

/**
 * Confirms an address with the newest code sent to it, creates the member with the given password, and signs them in.
 * Every try is counted and committed before the code is compared. Throws Refusal invalid_code for any fault of the
 * code, invalid_input, one of PASSWORD_REFUSALS, too_many_requests, busy; and suspended if the holder of the mailbox
 * left the site while suspended: then the account is created but not signed in.
 */
export async function verifyEmail(
  transact: Transact,
  ports: AccountPorts,
  { email, code, password, name }: SignUp & { code: string },
  client: Client,
): Promise<{ member: Member; session: Session; knownBrowser: BrowserToken }> {
  requireGoodPassword(ports.policy, password, { email, field: 'password' });
  const { attempts, counted } = await admitTry(transact, ports, email, client);
  if (!counted || !sameHash(codeHash(ports.codeKey, email, code), counted.code)) {
    ports.onSecurityEvent({ event: 'code_refused', ip: client.ip });
    throw new Refusal('invalid_code');
  }
  const hash = await hashNew(ports, client, { password, attempts });
  const created = await transact(async (tx) => {
    const mailbox = await lockMailbox(tx, ports.mailboxKey, email);
    await consumeCode(tx, 'emailVerificationCodes', counted.id);
    const row = await insertMember(tx, { email, name, password: hash, locale: client.language });
    await rememberDevice(tx, row.id, client);
    await watchSignUp(tx, { id: row.id, email, ip: client.ip }, ports.regions);
    await meetAgain(tx, { userId: row.id, mailbox });
    const suspension = await readSuspension(tx, row.id);
    if (suspension) return { id: row.id, suspension };
    const session = await replaceSession(tx, row, client);
    return { id: row.id, member: await readMember(tx, row.id), session };
  });
  await ports.limits.giveBack(...attempts);
  ports.onSecurityEvent({ event: 'account_created', ip: client.ip, userId: created.id });
  if (created.suspension) throw suspendedRefusal(ports.appealKey, created.suspension);
  return { ...created, knownBrowser: knownBrowser(ports.browserKey, created.id, hash) };
}

/**
 * Counts a try and returns the code to compare with. A browser that asked for the mail has tries of its own, which
 * strangers cannot use up; all others share the tries of the code and of the day. Throws Refusal too_many_requests.
 */
async function admitTry(
  transact: Transact,
  ports: AccountPorts,
  email: string,
  client: Client,
): Promise<{ attempts: Attempt[]; counted: { id: string; code: string } | undefined }> {
  const asked = readAskedBrowser(ports.browserKey, client.askedBrowser, email);
  if (asked) {
    const attempt: Attempt = ['code_asked', asked];
    const isSpent = await isOver(ports.limits, attempt);
    const newest = await transact((tx) => newestCode(tx, email));
    return { attempts: [attempt], counted: isSpent ? undefined : newest };
  }
  const attempts: Attempt[] = [
    ['code_ip', client.ip],
    ['code_email', email],
  ];
  await ports.limits.take(...attempts);
  return { attempts, counted: await transact((tx) => countTry(tx, 'emailVerificationCodes', email)) };
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
