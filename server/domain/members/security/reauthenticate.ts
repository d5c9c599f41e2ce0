import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { staffIdentityRequired } from '#domain/members/identities/staff-site.ts';
import { passkeyToShow, withPasskey } from '#domain/members/passkeys/prove-passkey.ts';
import { verifyCounted } from '#domain/members/passwords/password-work.ts';
import type { AccountPorts, Client } from '#domain/members/ports.ts';
import { type Attempt, takeUnlessOver } from '#domain/trust/index.ts';
import { consumeSecondFactor, SECOND_FACTOR_LIMITS } from './second-factor.ts';
import { notifyOfChange, notifyOfGuessing } from './security-notice.ts';
import {
  BEGAN,
  closeSessionOf,
  rotateSession,
  type Session,
  type SessionMember,
  sessionId,
} from './session.ts';

/**
 * Verifies the password and, if the member has one, the second factor again. The session rotates and counts as fresh.
 * Throws Refusal wrong_password, two_factor_required, invalid_two_factor_code, staff_identity_required,
 * too_many_requests, busy.
 */
export async function reauthenticate(
  transact: Transact,
  ports: AccountPorts,
  member: SessionMember,
  { password, code }: { password: string; code?: string | undefined },
  client: Client,
): Promise<Session> {
  requireStaffSite(ports, member, client);
  const stored = await checkPassword(transact, ports, member.id, password, client);
  const proof = { member, code, client, isKnown: true };
  const session = await withSecondFactor(transact, ports, proof, async (tx) => {
    await requireUnchanged(tx, member.id, stored);
    return rotateSession(tx, client, { password: true, secondFactor: member.hasTwoFactor });
  });
  ports.onSecurityEvent({ event: 'reauthenticated', ip: client.ip, userId: member.id });
  return session;
}

const subjectOf = (member: SessionMember, { sessionToken }: Client) =>
  ['reauthenticate', member.id, sessionId(sessionToken ?? '')] as const;

/** Starts proving by a passkey who is at the keyboard, see `passkeyToShow`. Throws Refusal no_passkey. */
export async function passkeyToReauthenticate(
  tx: Tx,
  ports: Pick<AccountPorts, 'passkeys'>,
  member: SessionMember,
  client: Client,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await passkeyToShow(tx, ports, subjectOf(member, client), member.id);
  if (!options.allowCredentials?.length) throw new Refusal('no_passkey');
  return options;
}

/**
 * Like `reauthenticate`, by a passkey of the member in the place of password and second factor. Throws Refusal
 * passkey_unknown, passkey_refused, staff_identity_required, not_signed_in, too_many_requests.
 */
export async function reauthenticateByPasskey(
  transact: Transact,
  ports: AccountPorts,
  member: SessionMember,
  response: AuthenticationResponseJSON,
  client: Client,
): Promise<Session> {
  requireStaffSite(ports, member, client);
  const shown = { subject: subjectOf(member, client), response, memberId: member.id };
  const session = await withPasskey(transact, ports, shown, client, (tx) =>
    rotateSession(tx, client, { passkey: true }),
  );
  ports.onSecurityEvent({ event: 'reauthenticated', ip: client.ip, userId: member.id });
  return session;
}

/** Sends staff whose role comes from elsewhere there first, see `SessionMember`. Throws Refusal staff_identity_required. */
function requireStaffSite(ports: AccountPorts, { id, staffSite }: SessionMember, { ip }: Client): void {
  if (!staffSite) return;
  ports.onSecurityEvent({ event: 'staff_login_refused', ip, userId: id });
  throw staffIdentityRequired(ports.identities, staffSite);
}

/**
 * Checks the password of a signed-in member and returns its stored hash. Tries are limited per session, whatever its token:
 * a stolen one uses up none of the member's other sessions, and gets no further ones by a rotation. With its thirtieth wrong
 * one the session ends, and the member is notified by mail; a right one starts that count anew. Throws Refusal
 * wrong_password, too_many_requests, busy, not_signed_in.
 */
export async function checkPassword(
  transact: Transact,
  ports: AccountPorts,
  userId: string,
  password: string,
  client: Client,
): Promise<string> {
  const found = await transact((tx) => readSession(tx, userId, client));
  const { began } = found;
  const recent: Attempt = ['password_session', userId, began];
  const life: Attempt = ['password_session_life', userId, began];
  await ports.limits.take(recent);
  const tries = await takeUnlessOver(ports.limits, life);
  if (!tries) {
    // The thirtieth should have ended it, and was cut off.
    await endGuessing(transact, ports, { userId, began }, client);
    throw new Refusal('not_signed_in');
  }
  const attempts = [recent, life];
  const guess = { attempts, counted: { memberId: userId }, password, stored: found.password };
  if (!(await verifyCounted(ports, client, guess))) {
    ports.onSecurityEvent({ event: 'password_refused', ip: client.ip, userId });
    if (tries.left === 0) await endGuessing(transact, ports, { userId, began }, client);
    throw new Refusal('wrong_password');
  }
  await ports.limits.giveBack(recent);
  await ports.limits.forget(life);
  return found.password;
}

/** Ends the session in which somebody guesses, and mails its member. Whoever knows the password signs in again. */
async function endGuessing(
  transact: Transact,
  ports: AccountPorts,
  { userId, began }: { userId: string; began: string },
  client: Client,
): Promise<void> {
  await transact((tx) => closeSessionOf(tx, userId, began));
  ports.onSecurityEvent({ event: 'sessions_ended', ip: client.ip, userId });
  await notifyOfGuessing(transact, userId, 'passwords_refused_known', client);
}

/** The member's password and when the session began, which a rotation leaves as it is. */
async function readSession(tx: Tx, userId: string, { sessionToken }: Client) {
  const found = await tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['users.password', BEGAN.as('began')])
    .where('sessions.id', '=', sessionId(sessionToken ?? ''))
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_signed_in');
  return found;
}

/**
 * Runs `work` in the transaction that uses up the second factor, or without one if the member has none. Tries are
 * limited per member, separately for browsers that the account knows. They are counted outside of the transaction, so
 * a wrong try counts whatever becomes of it. A right one is given back, also if `work` throws, which leaves the code
 * unused. From the fifth wrong one of a day after the same proof on the member is notified by mail. Throws Refusal
 * two_factor_required, invalid_two_factor_code, too_many_requests.
 */
export async function withSecondFactor<T>(
  transact: Transact,
  ports: AccountPorts,
  {
    member,
    code,
    client,
    isKnown,
    provider,
  }: {
    member: { id: string; hasTwoFactor: boolean };
    code: string | undefined;
    client: Client;
    isKnown: boolean;
    /** The name of the other site, if an account there was proven in the place of the password. */
    provider?: string;
  },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (!member.hasTwoFactor) return transact(work);
  const { id } = member;
  if (!code) throw new Refusal('two_factor_required', { details: { code: await codeAskedOf(transact, id) } });
  const attempts = isKnown ? SECOND_FACTOR_LIMITS.known(id) : SECOND_FACTOR_LIMITS.unknown(id);
  await ports.limits.take(...attempts);
  let isRight = false;
  const done = await transact(async (tx) => {
    const kind = await consumeSecondFactor(tx, ports.seedKey, id, code);
    isRight = kind !== undefined;
    if (!kind) return undefined;
    if (kind === 'backup') await notifyOfChange(tx, id, 'backup_code_used');
    return { kind, result: await work(tx) };
  }).finally(() => (isRight ? ports.limits.giveBack(...attempts) : undefined));
  if (!done) {
    ports.onSecurityEvent({ event: 'second_factor_refused', ip: client.ip, userId: id });
    const untold = await takeUnlessOver(ports.limits, ['two_factor_told', id, provider ?? '']);
    if (!untold?.left) await notifyOfWrongCodes(transact, id, client, provider);
    throw new Refusal('invalid_two_factor_code');
  }
  if (done.kind === 'backup') {
    ports.onSecurityEvent({ event: 'backup_code_used', ip: client.ip, userId: id });
  }
  return done.result;
}

/** What is proven by now is what somebody may have stolen. */
const notifyOfWrongCodes = (transact: Transact, userId: string, client: Client, provider?: string) =>
  provider === undefined
    ? notifyOfGuessing(transact, userId, 'second_factors_refused', client)
    : notifyOfGuessing(transact, userId, 'second_factors_refused_elsewhere', client, { provider });

/** Which code the member has at hand: who signs in with a passkey in the place of an app has backup codes alone. */
async function codeAskedOf(transact: Transact, userId: string): Promise<'app' | 'backup'> {
  const { totpEnabledAt } = await transact((tx) =>
    tx.selectFrom('users').select('totpEnabledAt').where('id', '=', userId).executeTakeFirstOrThrow(),
  );
  return totpEnabledAt ? 'app' : 'backup';
}

/** If the password changes at the same time, the change wins. */
async function requireUnchanged(tx: Tx, userId: string, stored: string): Promise<void> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('password', '=', stored)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('wrong_password');
}
