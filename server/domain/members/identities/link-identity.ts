import type { Identity as IdentityOnWire } from '#contract/identities.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database, Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { AccountPorts, Client } from '#domain/members/ports.ts';
import { notifyOfChange } from '#domain/members/security/security-notice.ts';
import { requireStillFresh, type SessionMember } from '#domain/members/security/session.ts';
import { requireWayIn } from '#domain/members/security/way-in.ts';
import { readAnswer, spendAnswer } from './kept-answer.ts';
import { insertIdentity, providerName } from './log-in-by-identity.ts';
import { reportingRefusal } from './report-refusal.ts';

type Identity = Domain<IdentityOnWire>;
type Ports = Pick<AccountPorts, 'identities' | 'onSecurityEvent'>;

/** Returns the accounts elsewhere by which the member signs in, the last linked first. */
export const identitiesOf = (database: Database | Tx, userId: string): Promise<Identity[]> =>
  database
    .selectFrom('identities')
    .select(['id', 'provider', 'email', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();

/**
 * Links the browser's identity to the member and mails them. Only to the member who began the visit, or whose address the
 * other site has confirmed: another person may have begun it in this browser before. Throws Refusal identity_refused,
 * identity_taken if it is linked already or the member has one of the same site, reauthentication_required.
 */
export const linkIdentity = (
  tx: Tx,
  ports: Ports,
  member: SessionMember,
  client: Client,
): Promise<Identity> => reportingRefusal(ports, client, () => linkVouched(tx, ports, member, client));

async function linkVouched(tx: Tx, ports: Ports, member: SessionMember, client: Client): Promise<Identity> {
  const { email } = await lockFresh(tx, member, client);
  const vouched = readAnswer(ports.identities.key, 'vouched', client.vouched);
  if (vouched.memberId !== member.id && vouched.email !== email) throw new Refusal('identity_refused');
  await spendAnswer(tx, vouched);
  const linked = await insertIdentity(tx, member.id, vouched);
  if (!linked) throw new Refusal('identity_taken');
  await notifyOfChange(tx, member.id, 'identity_linked', { provider: providerName(ports, linked.provider) });
  ports.onSecurityEvent({ event: 'identity_linked', ip: client.ip, userId: member.id });
  return linked;
}

/**
 * Unlinks an identity and mails the member. Throws Refusal not_found, reauthentication_required; last_way_in if the
 * member has neither a password nor a passkey nor another identity that can still sign in, or has a role from there.
 */
export async function unlinkIdentity(
  tx: Tx,
  ports: Ports,
  member: SessionMember,
  id: string,
  client: Client,
): Promise<void> {
  const { staffRoleFrom } = await lockFresh(tx, member, client);
  const unlinked = await tx
    .deleteFrom('identities')
    .where('id', '=', id)
    .where('userId', '=', member.id)
    .returning('provider')
    .executeTakeFirst();
  if (!unlinked) throw new Refusal('not_found');
  // Whose role comes from there signs in no other way.
  if (unlinked.provider === staffRoleFrom) throw new Refusal('last_way_in');
  await requireWayIn(tx, ports, member.id);
  await notifyOfChange(tx, member.id, 'identity_unlinked', {
    provider: providerName(ports, unlinked.provider),
  });
  ports.onSecurityEvent({ event: 'identity_unlinked', ip: client.ip, userId: member.id });
}

/** Locks the member, so that parallel changes count each other. */
async function lockFresh(
  tx: Tx,
  member: SessionMember,
  client: Client,
): Promise<{ email: string; staffRoleFrom: string | null }> {
  const row = await tx
    .selectFrom('users')
    .select(['email', 'staffRoleFrom'])
    .where('id', '=', member.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await requireStillFresh(tx, client.sessionToken);
  return row;
}
