import type { Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { mailboxSpelling } from '#domain/members/mailbox.ts';
import { admitPassword, hashNew } from '#domain/members/passwords/password-work.ts';
import type { AccountPorts, Client } from '#domain/members/ports.ts';
import { type Attempt, isOver, lockMailbox } from '#domain/trust/index.ts';
import { readAskedBrowser } from './browser-token.ts';
import { enterNew, finishNew, type SignedIn } from './enter.ts';
import type { SignUp } from './sign-up.ts';
import { codeHash, consumeCode, countTry, newestCode, sameHash, takeTryBack } from './verification-code.ts';

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
): Promise<SignedIn> {
  await admitPassword(ports, client, { password, email, field: 'password' });
  const { counted, giveBack } = await admitTry(transact, ports, email, client);
  if (!counted || !sameHash(codeHash(ports.codeKey, email, code), counted.code)) {
    ports.onSecurityEvent({ event: 'code_refused', ip: client.ip });
    throw new Refusal('invalid_code');
  }
  // Before the hash, which may be refused: the code can then be entered again.
  await giveBack();
  const hash = await hashNew(ports, client, { password });
  const created = await transact(async (tx) => {
    const mailbox = await lockMailbox(tx, ports.mailboxKey, email);
    await consumeCode(tx, 'emailVerificationCodes', counted.id);
    const row = await insertMember(tx, { email, name, password: hash, locale: client.language });
    return enterNew(tx, ports, { ...row, password: hash, email, mailbox }, client);
  });
  return finishNew(ports, created, client);
}

/**
 * Counts a try and returns the code to compare with, and what takes the try back if it was right. A browser that asked
 * for the mail has tries of its own, which strangers cannot use up; all others share the tries of the code and those of the
 * mailbox in a day. Throws Refusal too_many_requests.
 */
async function admitTry(
  transact: Transact,
  ports: AccountPorts,
  email: string,
  client: Client,
): Promise<{ counted: { id: string; code: string } | undefined; giveBack: () => Promise<void> }> {
  const asked = readAskedBrowser(ports.browserKey, client.askedBrowser, email);
  if (asked) {
    const attempt: Attempt = ['code_asked', asked];
    const isSpent = await isOver(ports.limits, attempt);
    const newest = await transact((tx) => newestCode(tx, email));
    return { counted: isSpent ? undefined : newest, giveBack: () => ports.limits.giveBack(attempt) };
  }
  const attempts: Attempt[] = [
    ['code_ip', client.ip],
    ['code_email', mailboxSpelling(email)],
  ];
  await ports.limits.take(...attempts);
  const counted = await transact((tx) => countTry(tx, 'emailVerificationCodes', email));
  const giveBack = async () => {
    await ports.limits.giveBack(...attempts);
    if (counted) await transact((tx) => takeTryBack(tx, counted.id));
  };
  return { counted, giveBack };
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
