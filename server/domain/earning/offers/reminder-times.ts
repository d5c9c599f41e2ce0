import type { PromisedGoal } from './progress.ts';

const HOUR_MS = 3_600_000;
/** How long before a deadline a member is reminded, the longest first. */
const LEADS_MS = [48 * HOUR_MS, 6 * HOUR_MS];

/** A reminder makes sense of a deadline that was at least twice as far away at the click. */
const leadsOf = (deadlineSeconds: number): number[] =>
  LEADS_MS.filter((lead) => deadlineSeconds * 1000 >= 2 * lead);

/** The first time after `after` at which a reminder of one of these steps may be due; null if there is none. */
export function nextReminder(
  goals: readonly Pick<PromisedGoal, 'deadlineSeconds'>[],
  startedAt: Date,
  after: Date,
): Date | null {
  const times = goals
    .flatMap(({ deadlineSeconds: seconds }) =>
      seconds === null ? [] : leadsOf(seconds).map((lead) => startedAt.getTime() + seconds * 1000 - lead),
    )
    .filter((time) => time > after.getTime());
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** The shortest lead, in milliseconds, that has begun for this deadline; undefined before the first and after the end. */
export function dueLead(startedAt: Date, deadline: Date, now: Date): number | undefined {
  const left = deadline.getTime() - now.getTime();
  if (left <= 0) return undefined;
  return leadsOf((deadline.getTime() - startedAt.getTime()) / 1000).findLast((lead) => left <= lead);
}
