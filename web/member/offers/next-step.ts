import type { StartedGoal, StartedOffer } from '#contract/offers.ts';

const pays = ({ promised }: StartedGoal) => promised !== 0;

/** The step as it stands now: its time may have run out since it was read. */
export function asOf(goal: StartedGoal, now: Date): StartedGoal {
  const { state, until } = goal;
  if (state !== 'started' || !until || new Date(until) > now) return goal;
  return { ...goal, state: 'expired', reason: 'too_late', at: until, until: null };
}

const isUntouched = ({ state }: StartedGoal) => state === 'started' || state === 'not_started';

/** Whether a step that was reached can be reached once more. */
const isOpenAgain = ({ repeatable, state, deadline }: StartedGoal, now: Date) =>
  repeatable === true &&
  (state === 'received' || state === 'pending' || state === 'credited') &&
  !(deadline && new Date(deadline) <= now);

/** Until when a step can be reached, where that is known. */
export const endOf = (goal: StartedGoal) => (isUntouched(goal) ? goal.until : goal.deadline);

/**
 * The first step that the member can still reach, else the first that they can reach once more; undefined when none is left
 * that pays. Companies do not tell of every step that pays nothing.
 */
export function nextStep(offer: Pick<StartedOffer, 'goals'>, now: Date): StartedGoal | undefined {
  const goals = offer.goals.map((goal) => asOf(goal, now));
  const open = [...goals.filter(isUntouched), ...goals.filter((goal) => isOpenAgain(goal, now))];
  return open.some(pays) || !goals.some(pays) ? open[0] : undefined;
}

/** Whether a step is next, or one that was reached waits for points. */
export const isInProgress = (offer: Pick<StartedOffer, 'goals'>, now: Date): boolean =>
  nextStep(offer, now) !== undefined ||
  offer.goals.some(({ state, reason }) => state === 'pending' || reason === 'company_decides');
