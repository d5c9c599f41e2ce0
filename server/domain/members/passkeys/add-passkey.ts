import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { AccountPorts, Client } from '#domain/members/ports.ts';
import { notifyOfChange } from '#domain/members/security/security-notice.ts';
import { requireStillFresh, type SessionMember, sessionId } from '#domain/members/security/session.ts';
import { deviceOf } from '#domain/trust/index.ts';
import { CHALLENGE_SECONDS, isOurChallenge, makeChallenge, spendChallenge } from './challenge.ts';
import { type Passkey, passkeysOf } from './list-passkeys.ts';

/** Most passkeys of one member. */
const PASSKEYS_MAX = 20;

/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812), which every authenticator has one of. */
const ALGORITHMS = [-8, -7, -257];

const subjectOf = (member: SessionMember, client: Client) =>
  ['add', member.id, sessionId(client.sessionToken ?? '')] as const;

/**
 * Starts adding a passkey: what the browser passes to `navigator.credentials.create`. A passkey of ours is found
 * without a name typed first (a discoverable credential) and always asks its user for a PIN, finger or face. Throws
 * Refusal too_many_passkeys.
 */
export async function passkeyToMake(
  tx: Tx,
  { passkeys: { rpId, key }, policy }: Pick<AccountPorts, 'passkeys' | 'policy'>,
  member: SessionMember,
  client: Client,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { email, name } = await tx
    .selectFrom('users')
    .select(['email', 'name'])
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  const present = await passkeysOf(tx, member.id);
  if (present.length >= PASSKEYS_MAX)
    throw new Refusal('too_many_passkeys', { details: { max: PASSKEYS_MAX } });
  return generateRegistrationOptions({
    rpName: policy.productName,
    rpID: rpId,
    userID: handleOf(member.id),
    userName: email,
    userDisplayName: name,
    challenge: await makeChallenge(tx, key, subjectOf(member, client)),
    timeout: CHALLENGE_SECONDS * 1000,
    // Who made the authenticator decides nothing here.
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: present.map(({ id, transports }) => ({ id, transports })),
  });
}

/**
 * Adds the passkey that the browser made and mails the member. Throws Refusal passkey_refused for one that was not made
 * for this site, member and session, or for an answer that was given before; passkey_taken; too_many_passkeys;
 * reauthentication_required.
 */
export async function addPasskey(
  tx: Tx,
  ports: Pick<AccountPorts, 'passkeys' | 'onSecurityEvent'>,
  member: SessionMember,
  { name, response }: { name?: string | undefined; response: RegistrationResponseJSON },
  client: Client,
): Promise<Passkey> {
  const { rpId, origin, key } = ports.passkeys;
  // Locks the member's row, so that parallel additions count each other.
  await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', member.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await requireStillFresh(tx, client.sessionToken);
  let challenge = '';
  const { registrationInfo: made } = await verifyRegistrationResponse({
    response,
    expectedChallenge: (given) => {
      challenge = given;
      return isOurChallenge(key, subjectOf(member, client), given);
    },
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!made || !(await spendChallenge(tx, challenge))) throw new Refusal('passkey_refused');
  if ((await passkeysOf(tx, member.id)).length >= PASSKEYS_MAX) {
    throw new Refusal('too_many_passkeys', { details: { max: PASSKEYS_MAX } });
  }
  const added = await tx
    .insertInto('passkeys')
    .values({
      id: made.credential.id,
      userId: member.id,
      publicKey: Buffer.from(made.credential.publicKey),
      counter: String(made.credential.counter),
      transports: made.credential.transports ?? [],
      synced: made.credentialBackedUp,
      name: name ?? deviceOf(client.userAgent),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw new Refusal('passkey_taken');
  await notifyOfChange(tx, member.id, 'passkey_added', { device: deviceOf(client.userAgent) });
  ports.onSecurityEvent({ event: 'passkey_added', ip: client.ip, userId: member.id });
  const passkey = (await passkeysOf(tx, member.id)).find(({ id }) => id === added.id);
  if (!passkey) throw new Error('the new passkey is gone');
  return passkey;
}

/** The member's id in bytes, which authenticators keep and return; it names nobody. */
export const handleOf = (memberId: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(memberId.replaceAll('-', ''), 'hex'));
