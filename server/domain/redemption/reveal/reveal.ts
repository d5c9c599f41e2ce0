import type { Reveal } from '#contract/redemptions.values.ts';
import type { Database } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { rejectWhenAborted } from '#domain/common/reject-when-aborted.ts';
import type { CardDetails, CardFrame, PayoutProvider, RewardCode } from '#domain/redemption/ports.ts';

/** Longest call to the provider while the owner looks at the screen. */
const REVEAL_TIMEOUT_MS = 5_000;

/**
 * Ways to show an issued reward to its owner. Each function throws Refusal not_found for another member's reward, for
 * one that is not issued or is shown in another way, and busy if the provider does not respond or is not set up.
 */
export interface RevealPorts {
  database: Database;
  providers: readonly PayoutProvider[];
  /** Called with the reason if a provider did not respond or is not set up. */
  report: (error: unknown) => void;
}

/** The details of a card whose issuer shows them to us. */
export async function revealCard(
  ports: RevealPorts,
  memberId: string,
  redemptionId: string,
): Promise<CardDetails> {
  const { provider, ref } = await issuedCard(ports, memberId, redemptionId, 'details');
  return asked(ports, (signal) => provider.reveal?.(ref, signal));
}

/** The address at which the owner takes the reward: a fresh one, or (`stays`) the one that a person entered. */
export async function linkReward(
  ports: RevealPorts,
  memberId: string,
  redemptionId: string,
): Promise<{ link: string; stays: boolean }> {
  const { provider, ref } = await issuedCard(ports, memberId, redemptionId, 'link');
  const link = await asked(ports, (signal) => provider.link?.(ref, signal));
  return { link, stays: provider.own !== undefined };
}

/** The code of a voucher. */
export async function codeOfReward(
  ports: RevealPorts,
  memberId: string,
  redemptionId: string,
): Promise<RewardCode> {
  const { provider, ref } = await issuedCard(ports, memberId, redemptionId, 'code');
  return asked(ports, (signal) => provider.code?.(ref, signal));
}

/** The data with which the browser opens the issuer's frame. */
export async function frameCard(
  ports: RevealPorts,
  memberId: string,
  redemptionId: string,
): Promise<CardFrame> {
  const { provider, ref } = await issuedCard(ports, memberId, redemptionId, 'elements');
  return asked(ports, (signal) => provider.frame?.(ref, signal));
}

/** A short-lived key of that frame. */
export async function keyOfFrame(
  ports: RevealPorts,
  memberId: string,
  redemptionId: string,
  nonce: string,
): Promise<string> {
  const { provider, ref } = await issuedCard(ports, memberId, redemptionId, 'elements');
  return asked(ports, (signal) => provider.frameKey?.(ref, nonce, signal));
}

async function issuedCard(
  ports: RevealPorts,
  memberId: string,
  redemptionId: string,
  reveal: Reveal,
): Promise<{ provider: PayoutProvider; ref: string }> {
  const card = await ports.database
    .selectFrom('cardRedemptions')
    .select(['provider', 'providerRef'])
    .where('id', '=', redemptionId)
    .where('userId', '=', memberId)
    .where('status', '=', 'issued')
    .where('reveal', '=', reveal)
    .executeTakeFirst();
  if (!card?.providerRef) throw new Refusal('not_found');
  const provider = ports.providers.find((candidate) => candidate.id === card.provider);
  if (provider) return { provider, ref: card.providerRef };
  ports.report(new Error(`The payout provider ${card.provider} is not set up.`));
  throw new Refusal('busy');
}

async function asked<T>(
  ports: RevealPorts,
  call: (signal: AbortSignal) => Promise<T | undefined> | undefined,
): Promise<T> {
  const signal = AbortSignal.timeout(REVEAL_TIMEOUT_MS);
  let answer: T | undefined;
  try {
    answer = await Promise.race([call(signal), rejectWhenAborted(signal)]);
  } catch (error) {
    ports.report(error);
    throw new Refusal('busy');
  }
  if (answer === undefined) throw new Refusal('not_found');
  return answer;
}
