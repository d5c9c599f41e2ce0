import type { StartedOffer } from '#contract/offers.ts';

type Goal = StartedOffer['goals'][number];

/** The first step that the member can still reach; undefined when none is left. */
export const nextStep = ({ goals }: Pick<StartedOffer, 'goals'>): Goal | undefined =>
  goals.find(({ state }) => state === 'started' || state === 'not_started');

/** Whether a step can be reached, or one that was reached waits for points. */
export const isInProgress = ({ goals }: Pick<StartedOffer, 'goals'>): boolean =>
  goals.some(({ state, reason }) =>
    state === 'received'
      ? reason === 'company_decides'
      : ['not_started', 'started', 'pending'].includes(state),
  );
