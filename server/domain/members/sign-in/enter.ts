import type { Tx } from '#database/client.ts';
import { staffIdentityRequired } from '#domain/members/identities/staff-site.ts';
import { type Member, readMember } from '#domain/members/member.ts';
import type { AccountPorts, Client } from '#domain/members/ports.ts';
import { notifyOfChange } from '#domain/members/security/security-notice.ts';
import { type Proven, replaceSession, type Session } from '#domain/members/security/session.ts';
import {
  deviceOf,
  type Mailbox,
  meetAgain,
  readSuspension,
  rememberDevice,
  type Suspension,
  suspendedRefusal,
  watchSignUp,
} from '#domain/trust/index.ts';
import { type BrowserToken, knownBrowser } from './browser-token.ts';

/** The end of every way to sign in. */

export interface SignedIn {
  member: Member;
  session: Session;
  knownBrowser: BrowserToken;
}

/** Why somebody who has proven every factor does not come in: suspended, or to sign in at this other site. */
type KeptOut = { suspension: Suspension } | { staffSite: string };

/**
 * Opens the session of a member who has proven every factor, unless the account is suspended. Whose role comes from another
 * site signs in there, since only that site knows whether they still have it.
 */
export async function enter(
  tx: Tx,
  { browserKey }: Pick<AccountPorts, 'browserKey'>,
  { id, isAdmin, password }: { id: string; isAdmin: boolean; password: string },
  client: Client,
  proven: Proven,
): Promise<SignedIn | KeptOut> {
  const suspension = await readSuspension(tx, id);
  if (suspension) return { suspension };
  const { staffRoleFrom } = await tx
    .selectFrom('users')
    .select('staffRoleFrom')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (staffRoleFrom && staffRoleFrom !== proven.identity?.provider) return { staffSite: staffRoleFrom };
  if (await rememberDevice(tx, id, client)) {
    await notifyOfChange(tx, id, 'new_device', { device: deviceOf(client.userAgent) });
  }
  const session = await replaceSession(tx, { id, isAdmin }, client, proven);
  return { member: await readMember(tx, id), session, knownBrowser: knownBrowser(browserKey, id, password) };
}

/** Reports the sign-in after its transaction. Throws Refusal suspended, staff_identity_required. */
export function finish(
  ports: AccountPorts,
  userId: string,
  signedIn: SignedIn | KeptOut,
  { ip }: Client,
): SignedIn {
  if ('suspension' in signedIn) {
    ports.onSecurityEvent({ event: 'login_suspended', ip, userId });
    throw suspendedRefusal(ports.appealKey, signedIn.suspension);
  }
  if ('staffSite' in signedIn) {
    ports.onSecurityEvent({ event: 'staff_login_refused', ip, userId });
    throw staffIdentityRequired(ports.identities, signedIn.staffSite);
  }
  ports.onSecurityEvent({ event: 'login_succeeded', ip, userId });
  return signedIn;
}

interface NewAccount {
  id: string;
  isAdmin: boolean;
  password: string;
  email: string;
  mailbox: Mailbox;
}
type Created = { id: string } & (SignedIn | { suspension: Suspension });

/**
 * Opens the first session of a new account, whose mailbox the caller has locked. There is none if the mailbox's holder
 * left the site while suspended.
 */
export async function enterNew(
  tx: Tx,
  { regions, browserKey }: AccountPorts,
  { id, isAdmin, password, email, mailbox }: NewAccount,
  client: Client,
  proven: Proven = {},
): Promise<Created> {
  await rememberDevice(tx, id, client);
  await watchSignUp(tx, { id, email, ip: client.ip }, regions);
  await meetAgain(tx, { userId: id, mailbox });
  const suspension = await readSuspension(tx, id);
  if (suspension) return { id, suspension };
  const session = await replaceSession(tx, { id, isAdmin }, client, proven);
  const member = await readMember(tx, id);
  return { id, member, session, knownBrowser: knownBrowser(browserKey, id, password) };
}

/** Reports the new account after its transaction. Throws Refusal suspended. */
export function finishNew(ports: AccountPorts, created: Created, { ip }: Client): SignedIn {
  ports.onSecurityEvent({ event: 'account_created', ip, userId: created.id });
  if ('suspension' in created) throw suspendedRefusal(ports.appealKey, created.suspension);
  return created;
}
