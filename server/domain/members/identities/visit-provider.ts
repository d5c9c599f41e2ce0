import { randomBytes } from 'node:crypto';
import type { Database } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { AccountPorts, Client, IdentityProvider } from '#domain/members/ports.ts';
import type { BrowserToken } from '#domain/members/sign-in/browser-token.ts';
import type { Attempt } from '#domain/trust/index.ts';
import { keepAnswer, readAnswer, spendAnswer } from './kept-answer.ts';

const STATE_BYTES = 24;

/**
 * Starts a visit to the other site, by a member (`memberId`) to link it, else to sign in: the address to which the
 * browser goes, and what it keeps meanwhile. Throws Refusal not_found, identity_unavailable.
 */
export async function startIdentity(
  database: Database,
  { identities }: Pick<AccountPorts, 'identities'>,
  { providerId, memberId }: { providerId: string; memberId: string | undefined },
): Promise<{ url: string; journey: BrowserToken }> {
  const provider = providerOf(identities, providerId);
  const state = randomBytes(STATE_BYTES).toString('base64url');
  const { url, nonce, verifier } = await provider.start({ returnTo: returnTo(identities, provider), state });
  const kept = { memberId, provider: provider.id, state, nonce, verifier };
  return { url, journey: await keepAnswer(database, identities.key, 'journey', kept) };
}

/**
 * Exchanges what the browser came back with for who the other site says it is. The visit is used up before the other
 * site is asked, so an answer is worth one try. Refused ones are limited by network address. Throws Refusal not_found,
 * identity_refused, identity_unavailable, too_many_requests.
 */
export async function finishIdentity(
  transact: Transact,
  database: Database,
  ports: Pick<AccountPorts, 'identities' | 'limits' | 'onSecurityEvent'>,
  { providerId, parameters }: { providerId: string; parameters: string },
  client: Client,
): Promise<BrowserToken> {
  const { identities, limits } = ports;
  const provider = providerOf(identities, providerId);
  const attempt: Attempt = ['identity_ip', client.ip];
  await limits.take(attempt);
  try {
    const journey = readAnswer(identities.key, 'journey', client.journey);
    if (journey.provider !== provider.id) throw new Refusal('identity_refused');
    await transact((tx) => spendAnswer(tx, journey));
    const { memberId, state, nonce, verifier } = journey;
    const identity = await provider.finish({
      returnTo: returnTo(identities, provider),
      parameters,
      state,
      nonce,
      verifier,
    });
    await limits.giveBack(attempt);
    const { askedAt, ...known } = identity;
    const kept = { ...known, memberId, provider: provider.id, askedAt: askedAt?.toISOString() };
    return keepAnswer(database, identities.key, 'vouched', kept);
  } catch (error) {
    if (error instanceof Refusal) ports.onSecurityEvent({ event: 'identity_refused', ip: client.ip });
    throw error;
  }
}

function providerOf({ providers }: AccountPorts['identities'], id: string): IdentityProvider {
  const provider = providers.find((one) => one.id === id);
  if (!provider) throw new Refusal('not_found');
  return provider;
}

/** Each site has an address of its own to come back to, so that one cannot pass on the answers of another (RFC 9700). */
const returnTo = ({ origin }: AccountPorts['identities'], { id }: IdentityProvider) =>
  `${origin}/identity/${id}`;
