import { fault } from '#contract/faults.ts';
import type { StaffRole } from '#contract/staff.values.ts';
import type { Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { mailboxSpelling } from '#domain/members/mailbox.ts';
import { type Member, readMember } from '#domain/members/member.ts';
import { admitPassword, hashNew } from '#domain/members/passwords/password-work.ts';
import type { AccountPorts, Client } from '#domain/members/ports.ts';
import { checkPassword } from '#domain/members/security/reauthenticate.ts';
import { notifyOfChange } from '#domain/members/security/security-notice.ts';
import {
  closeOtherSessions,
  requireFresh,
  type Session,
  type SessionMember,
} from '#domain/members/security/session.ts';
import { type BrowserToken, knownBrowser } from '#domain/members/sign-in/browser-token.ts';
import { voidResetTokens } from '#domain/members/sign-in/reset-password.ts';
import { giveUpEmailChange, requestEmailChange } from './change-email.ts';
import { normalisePhone } from './phone.ts';

/** What the profile form sends; absent fields stay unchanged. */
export interface ProfileChange {
  name?: string | undefined;
  email?: string | undefined;
  /** As typed; an empty text removes it. */
  phone?: string | undefined;
  currentPassword?: string | undefined;
  newPassword?: string | undefined;
}

/**
 * Changes name, phone and password in one transaction; for a new address it only sends a code there, and the
 * present one gives such a change up. A new password
 * needs the current one and, with two-factor sign-in, a fresh session. It ends every other session, rotates this one
 * (`session`) without making it fresher, and invalidates reset links and known browsers except this one
 * (`knownBrowser`). Throws Refusal invalid_input, wrong_password, one of PASSWORD_REFUSALS,
 * reauthentication_required, too_many_requests, busy; then nothing is changed.
 */
export async function changeProfile(
  transact: Transact,
  ports: AccountPorts,
  member: SessionMember,
  change: ProfileChange,
  client: Client,
): Promise<ChangedProfile> {
  const { email } = await transact((tx) => readMember(tx, member.id));
  const phone = change.phone === undefined ? undefined : normalisePhone(change.phone, ports.phoneRegion);
  const newEmail = change.email === email ? undefined : change.email;
  if (newEmail || (change.newPassword !== undefined && member.hasTwoFactor)) requireFresh(member);
  const password = await newPasswordOf(transact, ports, { ...change, userId: member.id, email }, client);
  if (newEmail) await limitEmailChange(ports, member.id, newEmail, client);

  const changed = await transact(async (tx) => {
    const renamed = await setNameAndPhone(tx, member.id, { name: change.name, phone });
    if (renamed) await ports.onNameChanged(tx, member.id);
    if (newEmail) await requestEmailChange(tx, member.id, newEmail);
    else if (change.email) await giveUpEmailChange(tx, member.id);
    const session = password && (await setPassword(tx, { id: member.id, email, ...password }, client));
    const read = await readMember(tx, member.id);
    if (renamed?.role) {
      const { role, before, after } = renamed;
      await ports.onStaffRenamed(tx, {
        memberId: member.id,
        role,
        ip: client.ip,
        what: 'name',
        before,
        after,
      });
    }
    return { member: read, session };
  });
  const report = (event: 'password_changed' | 'email_change_requested') =>
    ports.onSecurityEvent({ event, ip: client.ip, userId: member.id });
  if (password) report('password_changed');
  if (newEmail) report('email_change_requested');
  return {
    ...changed,
    knownBrowser: password && knownBrowser(ports.browserKey, member.id, password.next),
    emailChange: newEmail ? 'code_sent' : undefined,
  };
}

interface ChangedProfile {
  member: Member;
  /** Set if the password was changed. */
  session: Session | undefined;
  knownBrowser: BrowserToken | undefined;
  emailChange: 'code_sent' | undefined;
}

/**
 * Returns the hash of the new password and that of the current one, which it verifies; undefined if no password is
 * chosen.
 */
async function newPasswordOf(
  transact: Transact,
  ports: AccountPorts,
  { userId, email, currentPassword, newPassword }: ProfileChange & { userId: string; email: string },
  client: Client,
): Promise<{ current: string; next: string } | undefined> {
  if (newPassword === undefined) return undefined;
  if (currentPassword === undefined) {
    throw new Refusal('invalid_input', { fields: { currentPassword: fault('required') } });
  }
  const counted = { memberId: userId };
  // First, as asking about breaches counts like a hash, and its limit is that of the member's sign-ins too.
  const current = await checkPassword(transact, ports, userId, currentPassword, client);
  await admitPassword(ports, client, { password: newPassword, email, field: 'newPassword', counted });
  return { current, next: await hashNew(ports, client, { password: newPassword, counted }) };
}

/** Limits the codes sent to one mailbox, whoever asks and in whatever spelling. */
async function limitEmailChange(
  ports: AccountPorts,
  userId: string,
  email: string,
  client: Client,
): Promise<void> {
  await ports.limits.take(
    ['mail_ip', client.ip],
    ['email_change_user', userId],
    ['email_change_mail_email', mailboxSpelling(email)],
  );
}

/** Returns the old and the new name, if it is another one. Throws Refusal not_signed_in if the account was deleted meanwhile. */
async function setNameAndPhone(
  tx: Tx,
  userId: string,
  { name, phone }: { name: string | undefined; phone: string | null | undefined },
): Promise<{ before: string; after: string; role: StaffRole | null } | undefined> {
  if (name === undefined && phone === undefined) return undefined;
  const member = await tx
    .selectFrom('users')
    .select(['name', 'staffRole'])
    .where('id', '=', userId)
    .where('erasedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!member) throw new Refusal('not_signed_in');
  await tx
    .updateTable('users')
    .set({ ...(name === undefined ? {} : { name }), ...(phone === undefined ? {} : { phone }) })
    .where('id', '=', userId)
    .execute();
  if (name === undefined || name === member.name) return undefined;
  return { before: member.name, after: name, role: member.staffRole };
}

/** Of parallel changes with the same current password one succeeds. */
async function setPassword(
  tx: Tx,
  member: { id: string; email: string; current: string; next: string },
  client: Client,
): Promise<Session> {
  const changed = await tx
    .updateTable('users')
    .set({ password: member.next })
    .where('id', '=', member.id)
    .where('password', '=', member.current)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw new Refusal('wrong_password');
  await voidResetTokens(tx, member.email);
  await notifyOfChange(tx, member.id, 'password_changed');
  return closeOtherSessions(tx, member.id, client);
}
