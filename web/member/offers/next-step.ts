import type { StartedOffer } from '#contract/offers.ts';

type Goal = StartedOffer['goals'][number];

const pays = ({ promised }: Goal) => promised !== 0;

/**
 * The first step that the member can still reach; undefined when none is left that pays. Companies do not tell of every step
 * that pays nothing.
 */
export function nextStep({ goals }: Pick<StartedOffer, 'goals'>): Goal | undefined {
  const open = goals.filter(({ state }) => state === 'started' || state === 'not_started');
  return open.some(pays) || !goals.some(pays) ? open[0] : undefined;
}

/** Whether a step is next, or one that was reached waits for points. */
export const isInProgress = (offer: Pick<StartedOffer, 'goals'>): boolean =>
  nextStep(offer) !== undefined ||
  offer.goals.some(({ state, reason }) => state === 'pending' || reason === 'company_decides');
