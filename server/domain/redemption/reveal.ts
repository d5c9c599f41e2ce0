import type { Database } from '#database/client.ts';
import { Refusal } from '../refusal.ts';
import type { CardDetails, PayoutProvider } from './ports.ts';

/** Longest wait for the provider while the owner looks at the screen. */
const REVEAL_TIMEOUT_MS = 5_000;

/**
 * The details of an issued card, for its owner. Throws Refusal not_found for anyone else's, for one that is not
 * issued, and where the provider does not show details.
 */
export async function revealCard(
  ports: { database: Database; providers: readonly PayoutProvider[] },
  memberId: string,
  redemptionId: string,
): Promise<CardDetails> {
  const card = await ports.database
    .selectFrom('cardRedemptions')
    .select(['provider', 'providerRef'])
    .where('id', '=', redemptionId)
    .where('userId', '=', memberId)
    .where('status', '=', 'issued')
    .executeTakeFirst();
  const provider = ports.providers.find((candidate) => candidate.id === card?.provider);
  if (!card?.providerRef || !provider?.reveal) throw new Refusal('not_found');
  const details = await provider.reveal(card.providerRef, AbortSignal.timeout(REVEAL_TIMEOUT_MS));
  if (!details) throw new Refusal('not_found');
  return details;
}
