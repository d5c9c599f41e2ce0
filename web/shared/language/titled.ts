import { keys } from '#web/shared/api/queries.ts';

/** What comes with titles in the member's language. */
export const TITLED = [
  keys.missions,
  keys.announced,
  keys.rewards,
  keys.redemptions,
  keys.tasks,
  keys.statement,
  keys.claims,
];
