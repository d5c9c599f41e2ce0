import { expect, test } from 'vitest';
import { advance, BEAT_TOLERANCE_MS, type Clock, isRunning } from './clock.ts';

const START: Clock = { countedMs: 0, view: null, runningSince: null };
const TARGET = 30_000;

/** The clock after these heartbeats: seconds, page, and whether it plays. */
function after(...beats: [seconds: number, view?: string, playing?: boolean][]) {
  let clock: ReturnType<typeof advance> = { ...START, state: 'stopped' };
  for (const [seconds, view = 'a', playing = true] of beats) {
    clock = advance(clock, { view, playing, at: new Date(seconds * 1_000) }, TARGET);
  }
  return [clock.countedMs / 1_000, clock.state];
}

test('regular heartbeats count the time between them, up to the goal', () => {
  expect(after([0], [5], [10])).toEqual([10, 'counting']);
  expect(after([0], [5], [10], [15], [20], [25], [30])).toEqual([30, 'reached']);
  expect(after([0], [5], [10], [15], [20], [25], [31])).toEqual([30, 'reached']);
});

test('faster heartbeats gain nothing', () => {
  const beats = Array.from({ length: 1_000 }, (_, i): [number] => [i / 200]);
  expect(after(...beats)[0]).toBeCloseTo(4.995);
});

test('a heartbeat that is late within the tolerance counts, a later one does not', () => {
  const silence = 5 + BEAT_TOLERANCE_MS / 1_000;
  expect(after([0], [silence])).toEqual([silence, 'counting']);
  expect(after([0], [silence + 1])).toEqual([0, 'counting']);
  expect(after([0], [5], [3_600], [3_605])).toEqual([10, 'counting']);
});

test('a page that stops is counted up to that moment, and the pause is not', () => {
  expect(after([0], [5], [7, 'a', false])).toEqual([7, 'stopped']);
  expect(after([0], [5], [7, 'a', false], [11], [12])).toEqual([8, 'counting']);
});

test('only one of two pages counts at the same time', () => {
  expect(after([0], [0, 'b'], [5], [5, 'b'], [10], [10, 'b'])).toEqual([10, 'elsewhere']);
});

test('a second page continues where the first has stopped or gone silent', () => {
  expect(after([0], [5], [6, 'a', false], [6, 'b'], [10, 'b'])).toEqual([10, 'counting']);
  expect(after([0], [5], [60, 'b'], [65, 'b'])).toEqual([10, 'counting']);
});

test('a clock that runs backwards counts nothing', () => {
  expect(after([10], [5], [6])).toEqual([1, 'counting']);
  expect(after([10], [7], [8])).toEqual([1, 'counting']);
});

test('a page that was seen while the clock was ahead keeps no other page out', () => {
  expect(after([7_200], [5, 'b'], [10, 'b'])).toEqual([5, 'counting']);
  expect(after([8], [5, 'b'])).toEqual([0, 'elsewhere']);
  expect(after([9], [5, 'b'])).toEqual([0, 'counting']);
});

test('a clock runs for as long as a heartbeat may be late', () => {
  const since = new Date('2027-01-01T12:00:00Z');
  const before = (ms: number) => isRunning({ runningSince: since }, new Date(since.getTime() - ms));
  const after = (ms: number) =>
    isRunning({ runningSince: since }, new Date(since.getTime() + 5_000 + BEAT_TOLERANCE_MS + ms));
  expect([after(-1), after(0), after(1)]).toEqual([true, true, false]);
  expect([before(BEAT_TOLERANCE_MS), before(BEAT_TOLERANCE_MS + 1)]).toEqual([true, false]);
  expect(isRunning({ runningSince: null }, since)).toBe(false);
});
