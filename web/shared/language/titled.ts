import { keys } from '#web/shared/api/queries.ts';

/** What comes with titles in the member's language, and the member, with the language itself. */
export const TITLED = [
  keys.user,
  keys.missions,
  keys.announced,
  keys.rewards,
  keys.redemptions,
  keys.tasks,
  keys.statement,
  keys.claims,
];
