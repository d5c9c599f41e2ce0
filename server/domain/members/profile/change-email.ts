import { sql } from 'kysely';
import { VERIFICATION_CODE_MINUTES } from '#contract/sign-in.values.ts';
import { sqlState, type Tx } from '#database/client.ts';
import { enqueue } from '#database/queue.ts';
import type { Transact } from '#database/transaction.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { type Member, readMember } from '#domain/members/member.ts';
import { newForStaff } from '#domain/members/owners.ts';
import type { AccountMailPorts, AccountPorts, Client } from '#domain/members/ports.ts';
import { tellOfChange } from '#domain/members/security/security-notice.ts';
import {
  closeAllSessions,
  rotateSession,
  type Session,
  type SessionMember,
} from '#domain/members/security/session.ts';
import { MAIL_ATTEMPTS_MAX } from '#domain/members/sign-in/mail-attempts.ts';
import { voidResetTokens } from '#domain/members/sign-in/reset-password.ts';
import {
  claimCode,
  codeHash,
  countTry,
  makeCode,
  sameHash,
} from '#domain/members/sign-in/verification-code.ts';
import { emailChangeCodeMail, emailTakenMail } from '#domain/notices/index.ts';
import {
  lockMailbox,
  mailboxOf,
  meetAgain,
  readSuspension,
  rememberMailbox,
  suspendedRefusal,
} from '#domain/trust/index.ts';

const UNIQUE_VIOLATION = '23505';

/** A code counts for one member and one address. */
const hashOf = (key: Buffer, userId: string, email: string, code: string) =>
  codeHash(key, `${userId}\n${email}`, code);

/** Asks for the move to another address: a job mails the code there, and the old address is told. */
export async function requestEmailChange(tx: Tx, userId: string, email: string): Promise<void> {
  await lockMember(tx, userId);
  await voidCodes(tx, userId);
  await enqueue(tx, 'send_email_change_mail', { userId, email }, { attemptsMax: MAIL_ATTEMPTS_MAX });
  await tellOfChange(tx, userId, 'email_change_requested');
}

/**
 * Mails a new code, which makes older ones void. An address that has an account is told so instead and gets no code, so
 * that the member who asked learns nothing. Can be repeated. Throws when the mail was not taken.
 */
export async function sendEmailChangeMail(
  transact: Transact,
  { mailer, site, codeKey }: AccountMailPorts,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const code = makeCode();
  const mail = await transact(async (tx) => {
    const member = await tx
      .selectFrom('users')
      .select('locale')
      .where('id', '=', userId)
      .where('erasedAt', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!member) return undefined;
    const owner = await tx.selectFrom('users').select('locale').where('email', '=', email).executeTakeFirst();
    if (owner) return emailTakenMail(site, email, owner.locale);
    await storeCode(tx, { userId, email, hash: hashOf(codeKey, userId, email, code) });
    return emailChangeCodeMail(site, email, code, member.locale);
  });
  if (mail) await mailer.send(mail);
}

/**
 * Switches to the address to which the newest code was sent; the session rotates and the old address is told. Every try
 * is counted and committed before the code is compared. Throws Refusal invalid_code for whatever is wrong with the code,
 * too_many_requests, and suspended where somebody who was so has left the new mailbox.
 */
export async function confirmEmailChange(
  transact: Transact,
  ports: AccountPorts,
  member: SessionMember,
  code: string,
  client: Client,
): Promise<{ member: Member; session: Session }> {
  await ports.limits.take(['code_member', member.id]);
  const counted = await transact((tx) => countTry(tx, 'emailChangeCodes', member.id));
  const right = counted && sameHash(hashOf(ports.codeKey, member.id, counted.newEmail, code), counted.code);
  if (!right) {
    ports.onSecurityEvent({ event: 'code_refused', ip: client.ip, userId: member.id });
    throw new Refusal('invalid_code');
  }
  const moved = await transact(async (tx) => {
    const mailbox = await lockMailbox(tx, ports.mailboxKey, counted.newEmail);
    const old = await lockMember(tx, member.id);
    await claimCode(tx, 'emailChangeCodes', counted.id);
    await tellOfChange(tx, member.id, 'email_changed');
    // Reset links of both addresses become void: they name an account by its address.
    for (const address of [old, counted.newEmail]) await voidResetTokens(tx, address);
    const change = { email: counted.newEmail, emailVerified: true, approverSince: newForStaff };
    await tx.updateTable('users').set(change).where('id', '=', member.id).execute();
    await rememberMailbox(tx, member.id, await mailboxOf(tx, ports.mailboxKey, old));
    await meetAgain(tx, { userId: member.id, mailbox });
    const suspension = await readSuspension(tx, member.id);
    if (suspension) {
      await closeAllSessions(tx, member.id);
      return { suspension };
    }
    const session = await rotateSession(tx, client);
    return { member: await readMember(tx, member.id), session };
  }).catch(refuseTaken);
  await ports.limits.giveBack(['code_member', member.id]);
  ports.onSecurityEvent({ event: 'email_changed', ip: client.ip, userId: member.id });
  if (moved.suspension) throw suspendedRefusal(ports.appealKey, moved.suspension);
  return moved;
}

/** Answers the address. Members are locked before their codes and links, everywhere. */
async function lockMember(tx: Tx, userId: string): Promise<string> {
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return email;
}

/** Somebody else got an account with the address meanwhile. */
function refuseTaken(error: unknown): never {
  if (sqlState(error) === UNIQUE_VIOLATION) throw new Refusal('invalid_code');
  throw error;
}

async function storeCode(
  tx: Tx,
  { userId, email, hash }: { userId: string; email: string; hash: string },
): Promise<void> {
  await voidCodes(tx, userId);
  await tx
    .insertInto('emailChangeCodes')
    .values({
      userId,
      newEmail: email,
      code: hash,
      createdAt: sql`clock_timestamp()`,
      expiresAt: sql`clock_timestamp() + make_interval(mins => ${VERIFICATION_CODE_MINUTES})`,
    })
    .execute();
}

async function voidCodes(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('emailChangeCodes')
    .set({ used: true })
    .where('userId', '=', userId)
    .where('used', '=', false)
    .execute();
}
