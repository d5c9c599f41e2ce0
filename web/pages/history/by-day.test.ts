import { expect, test } from 'vitest';
import type { Task } from '#contract/earning.ts';
import { byDay, totalsOf } from './by-day.ts';

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
    ...changes,
  };
}

test('tasks are grouped by the local day, newest day and newest task first, whatever order they come in', () => {
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

test('rewards that were taken back count neither as missions nor as earnings', () => {
  const tasks = [
    task('kept', '2026-11-20T12:00', { pointsEarned: 30 }),
    task('gone', '2026-11-20T13:00', { pointsEarned: 200, reversedAt: '2026-11-21T00:00:00.000Z' }),
  ];
  expect(totalsOf(tasks)).toEqual({ count: 1, points: 30 });
  expect(totalsOf([])).toEqual({ count: 0, points: 0 });
});
