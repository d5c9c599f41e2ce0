import { expect, test } from 'vitest';
import type { Task } from '#contract/tasks.ts';
import { byDay } from './by-day.ts';

/** A task completed at a local time. */
function task(id: string, local: string, changes: Partial<Task> = {}): Task {
  return {
    id,
    taskType: 'survey',
    source: 'Sandbox',
    title: null,
    pointsEarned: 10,
    completed: true,
    completedAt: new Date(local).toISOString(),
    reversedAt: null,
    pendingUntil: null,
    ...changes,
  };
}

test('tasks are grouped by the local day, newest first, in any order of the input', () => {
  const days = byDay([
    task('old', '2026-11-18T23:59'),
    task('noon', '2026-11-20T12:00'),
    task('midnight', '2026-11-20T00:00'),
    task('late', '2026-11-20T23:59'),
  ]);
  expect(days.map(({ key, tasks }) => [key, tasks.map(({ id }) => id)])).toEqual([
    ['2026-11-20', ['late', 'noon', 'midnight']],
    ['2026-11-18', ['old']],
  ]);
});
