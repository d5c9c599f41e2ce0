/** How long a run of a job of every minute goes on, in milliseconds. The next run does the rest, and few run beside each other. */
export const RUN_MS_MAX = 50_000;

/** Begins a run; returns what says whether its time is over. */
export function beginRun(): () => boolean {
  const end = performance.now() + RUN_MS_MAX;
  return () => performance.now() > end;
}
