import type { Task } from '#contract/tasks.ts';

export interface Day {
  /** `2026-11-20` in the member's time zone. */
  key: string;
  tasks: Task[];
}

/** Groups tasks by the local day of their completion, newest day and newest task first. */
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

function localDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
