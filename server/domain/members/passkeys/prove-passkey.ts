import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { sql } from 'kysely';
import type { Database, Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { AccountPorts, Client } from '#domain/members/ports.ts';
import { notifyOfChange } from '#domain/members/security/security-notice.ts';
import { type Attempt, deviceOf } from '#domain/trust/index.ts';
import { handleOf } from './add-passkey.ts';
import {
  CHALLENGE_SECONDS,
  type ChallengeSubject,
  isOurChallenge,
  makeChallenge,
  spendChallenge,
} from './challenge.ts';
import { passkeysOf } from './list-passkeys.ts';

/**
 * What the browser passes to `navigator.credentials.get`: for a member the passkeys of the account, for a visitor none,
 * so that the browser offers whichever it has for this site.
 */
export async function passkeyToShow(
  database: Database | Tx,
  { passkeys: { rpId, key } }: Pick<AccountPorts, 'passkeys'>,
  subject: ChallengeSubject,
  memberId?: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: await makeChallenge(database, key, subject),
    timeout: CHALLENGE_SECONDS * 1000,
    userVerification: 'required',
    allowCredentials: memberId
      ? (await passkeysOf(database, memberId)).map(({ id, transports }) => ({ id, transports }))
      : [],
  });
}

interface Shown {
  subject: ChallengeSubject;
  response: AuthenticationResponseJSON;
  /** Whose passkey it must be; anybody's if left out. */
  memberId?: string | undefined;
}

/**
 * Runs `work` in the transaction that uses up the browser's answer: made by a passkey that the account knows, for this
 * site, after asking its user. Tries are limited by network address. If the passkey's count of signatures did not rise,
 * the passkey was copied: the answer is refused and the member told. Throws Refusal passkey_unknown, passkey_refused,
 * too_many_requests.
 */
export async function withPasskey<T>(
  transact: Transact,
  ports: AccountPorts,
  { subject, response, memberId }: Shown,
  client: Client,
  work: (tx: Tx, userId: string) => Promise<T>,
): Promise<T> {
  const attempt: Attempt = ['passkey_ip', client.ip];
  await ports.limits.take(attempt);
  const passkey = await transact((tx) =>
    tx
      .selectFrom('passkeys')
      .select(['userId', 'publicKey'])
      .where('id', '=', response.id)
      .executeTakeFirst(),
  );
  const proof =
    passkey && (memberId ?? passkey.userId) === passkey.userId
      ? await verify(ports.passkeys, { subject, response }, passkey)
      : undefined;
  if (!passkey || !proof) {
    ports.onSecurityEvent({ event: 'passkey_refused', ip: client.ip, userId: passkey?.userId });
    throw new Refusal(passkey ? 'passkey_refused' : 'passkey_unknown');
  }
  const { userId } = passkey;

  let isRight = false;
  const done = await transact(async (tx) => {
    isRight = false;
    // Locks the member first, as changes of passkeys and second factors do.
    await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst();
    if (!(await spendChallenge(tx, proof.challenge))) return 'answered';
    const used = await tx
      .updateTable('passkeys')
      .set({ counter: String(proof.counter), synced: proof.synced, lastUsedAt: sql`now()` })
      .where('id', '=', response.id)
      .where('userId', '=', userId)
      // Authenticators that do not count always say 0.
      .where(sql<boolean>`(counter < ${proof.counter} or counter = 0 and ${proof.counter} = 0)`)
      .returning('id')
      .executeTakeFirst();
    isRight = used !== undefined;
    if (isRight) return { result: await work(tx, userId) };
    await notifyOfChange(tx, userId, 'passkey_copied', { device: deviceOf(client.userAgent) });
    return 'copied';
    // A right answer is no guess, whatever else goes wrong.
  }).finally(() => (isRight ? ports.limits.giveBack(attempt) : undefined));
  if (done === 'answered' || done === 'copied') {
    const event = done === 'copied' ? 'passkey_copied' : 'passkey_refused';
    ports.onSecurityEvent({ event, ip: client.ip, userId });
    throw new Refusal('passkey_refused');
  }
  return done.result;
}

/**
 * Checks the signature of an answer: the challenge is ours and for this subject, the page was this site's, the user was
 * asked, and the account that the authenticator names is the passkey's. Returns undefined if any of it is not so.
 */
async function verify(
  { rpId, origin, key }: AccountPorts['passkeys'],
  { subject, response }: Shown,
  passkey: { userId: string; publicKey: Buffer },
): Promise<{ challenge: string; counter: number; synced: boolean } | undefined> {
  const { userHandle } = response.response;
  if (userHandle && !Buffer.from(userHandle, 'base64url').equals(handleOf(passkey.userId))) return undefined;
  let challenge = '';
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (given) => {
        challenge = given;
        return isOurChallenge(key, subject, given);
      },
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      // The library would compare the count before it has checked the signature, so anybody could report a copy.
      credential: { id: response.id, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
    });
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return verified ? { challenge, counter: newCounter, synced: credentialBackedUp } : undefined;
  } catch {
    // The library throws for whatever is wrong with an answer.
    return undefined;
  }
}
