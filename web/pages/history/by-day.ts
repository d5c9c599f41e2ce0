import type { Task } from '#contract/earning.ts';

export interface Day {
  /** `2026-11-20` in the member's time zone. */
  key: string;
  tasks: Task[];
}

/** Tasks by the local day of their completion, newest day and newest task first. */
export function byDay(tasks: readonly Task[]): Day[] {
  const days = new Map<string, Task[]>();
  const newestFirst = [...tasks].sort((a, b) => Date.parse(b.completedAt) - Date.parse(a.completedAt));
  for (const task of newestFirst) {
    const key = localDay(new Date(task.completedAt));
    const day = days.get(key);
    if (day) day.push(task);
    else days.set(key, [task]);
  }
  return [...days].map(([key, dayTasks]) => ({ key, tasks: dayTasks }));
}

export interface Totals {
  /** Completions that still count. */
  count: number;
  points: number;
}

/** What the listed tasks brought; rewards that were taken back do not count. */
export function totalsOf(tasks: readonly Task[]): Totals {
  const kept = tasks.filter((task) => task.reversedAt === null);
  return { count: kept.length, points: kept.reduce((sum, task) => sum + task.pointsEarned, 0) };
}

function localDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
