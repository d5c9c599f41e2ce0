import { sql } from 'kysely';
import { VERIFICATION_CODE_MINUTES } from '#contract/sign-in.values.ts';
import type { StaffRole } from '#contract/staff.values.ts';
import { sqlState, type Tx } from '#database/client.ts';
import { enqueue } from '#database/queue.ts';
import type { Transact } from '#database/transaction.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { type Member, readMember } from '#domain/members/member.ts';
import { newForStaff } from '#domain/members/owners.ts';
import type { AccountMailPorts, AccountPorts, Client } from '#domain/members/ports.ts';
import { notifyOfChange } from '#domain/members/security/security-notice.ts';
import {
  closeAllSessions,
  rotateSession,
  type Session,
  type SessionMember,
} from '#domain/members/security/session.ts';
import { MAIL_ATTEMPTS_MAX } from '#domain/members/sign-in/mail-attempts.ts';
import { voidResetTokens } from '#domain/members/sign-in/reset-password.ts';
import {
  codeHash,
  consumeCode,
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

/** Binds a code to one member and one address. */
const hashOf = (key: Buffer, userId: string, email: string, code: string) =>
  codeHash(key, `${userId}\n${email}`, code);

/** Requests the change to another address: a job mails the code there, and the old address is notified. */
export async function requestEmailChange(tx: Tx, userId: string, email: string): Promise<void> {
  await lockMember(tx, userId);
  await voidCodes(tx, userId);
  // The job makes the code; until then there is none that could be tried.
  await tx
    .insertInto('emailChangeCodes')
    .values({ userId, newEmail: email, code: '', expiresAt: sql`now()` })
    .execute();
  await enqueue(tx, 'send_email_change_mail', { userId, email }, { attemptsMax: MAIL_ATTEMPTS_MAX });
  await notifyOfChange(tx, userId, 'email_change_requested');
}

/** Gives up the change to another address: a code that was mailed is void, and a mail that still waits is not sent. */
export async function giveUpEmailChange(tx: Tx, userId: string): Promise<void> {
  await lockMember(tx, userId);
  await voidCodes(tx, userId);
}

/**
 * Mails a new code, which invalidates an older one of this request. Does nothing if the request was given up or another
 * one followed. If the address has an account, its owner is notified instead and nobody is sent the code. It is stored all
 * the same, so that tries, limits and times do not tell the member who asked. Can be repeated. Throws if the mail was not
 * accepted.
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
    const asked = await tx
      .selectFrom('emailChangeCodes')
      .select('id')
      .where('userId', '=', userId)
      .where('newEmail', '=', email)
      .where('used', '=', false)
      .executeTakeFirst();
    if (!member || !asked) return undefined;
    await storeCode(tx, asked.id, hashOf(codeKey, userId, email, code));
    const holder = await tx
      .selectFrom('users')
      .select('locale')
      .where('email', '=', email)
      .executeTakeFirst();
    return holder
      ? emailTakenMail(site, email, holder.locale)
      : emailChangeCodeMail(site, email, code, member.locale);
  });
  if (mail) await mailer.send(mail);
}

/**
 * Changes to the address to which the newest code was sent. The session rotates and the old address is notified.
 * Every try of a code that waits is counted and committed before the code is compared. Throws Refusal invalid_code for
 * any fault of the code, too_many_requests, and suspended if the holder of the new mailbox left the site while suspended.
 */
export async function confirmEmailChange(
  transact: Transact,
  ports: AccountPorts,
  member: SessionMember,
  code: string,
  client: Client,
): Promise<{ member: Member; session: Session }> {
  const counted = await transact((tx) => countTry(tx, 'emailChangeCodes', member.id));
  if (counted) await ports.limits.take(['code_member', member.id]);
  const right = counted && sameHash(hashOf(ports.codeKey, member.id, counted.newEmail, code), counted.code);
  if (!right) {
    ports.onSecurityEvent({ event: 'code_refused', ip: client.ip, userId: member.id });
    throw new Refusal('invalid_code');
  }
  const moved = await transact(async (tx) => {
    const mailbox = await lockMailbox(tx, ports.mailboxKey, counted.newEmail);
    const { email: old, staffRole: role } = await lockMember(tx, member.id);
    await consumeCode(tx, 'emailChangeCodes', counted.id);
    await notifyOfChange(tx, member.id, 'email_changed');
    // Reset links of both addresses become invalid, since they identify an account by its address.
    for (const address of [old, counted.newEmail]) await voidResetTokens(tx, address);
    const change = { email: counted.newEmail, emailVerified: true, approverSince: newForStaff };
    await tx.updateTable('users').set(change).where('id', '=', member.id).execute();
    await rememberMailbox(tx, member.id, await mailboxOf(tx, ports.mailboxKey, old));
    await meetAgain(tx, { userId: member.id, mailbox });
    const record = async () => {
      if (!role) return;
      const move = { what: 'address', before: old, after: counted.newEmail } as const;
      await ports.onStaffRenamed(tx, { memberId: member.id, role, ip: client.ip, ...move });
    };
    const suspension = await readSuspension(tx, member.id);
    if (suspension) {
      await closeAllSessions(tx, member.id);
      await record();
      return { suspension };
    }
    const session = await rotateSession(tx, client);
    const read = await readMember(tx, member.id);
    await record();
    return { member: read, session };
  }).catch(refuseTaken);
  await ports.limits.giveBack(['code_member', member.id]);
  ports.onSecurityEvent({ event: 'email_changed', ip: client.ip, userId: member.id });
  if (moved.suspension) throw suspendedRefusal(ports.appealKey, moved.suspension);
  return moved;
}

/** Locks the member and returns address and role. Lock order everywhere: members before their codes and links. */
const lockMember = (tx: Tx, userId: string): Promise<{ email: string; staffRole: StaffRole | null }> =>
  tx
    .selectFrom('users')
    .select(['email', 'staffRole'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** Another account got the address meanwhile. */
function refuseTaken(error: unknown): never {
  if (sqlState(error) === UNIQUE_VIOLATION) throw new Refusal('invalid_code');
  throw error;
}

async function storeCode(tx: Tx, id: string, hash: string): Promise<void> {
  await tx
    .updateTable('emailChangeCodes')
    .set({
      code: hash,
      attempts: 0,
      createdAt: sql`clock_timestamp()`,
      expiresAt: sql`clock_timestamp() + make_interval(mins => ${VERIFICATION_CODE_MINUTES})`,
    })
    .where('id', '=', id)
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
