import pino from 'pino';
import { expect, test } from 'vitest';
import { endInTime, type Step } from './end-in-time.ts';

const STOP_MS = 100;
const QUICK_MS = 20;

/** Ends the steps; returns whether all have ended, and those that the log names. */
async function endAll(steps: readonly Step[]) {
  const lines: string[] = [];
  const all = await endInTime(steps, pino({ level: 'error' }, { write: (line) => void lines.push(line) }));
  return { all, givenUp: lines.map((line) => JSON.parse(line).step) };
}
const quick = () => new Promise<void>((done) => setTimeout(done, QUICK_MS));
const never = () => new Promise<void>(() => {});
const step = (name: string, end: Step['end']): Step => ({ name, end, byMs: STOP_MS });

test('steps end one after the other, the last one first', async () => {
  const ended: string[] = [];
  const noting = (name: string) => step(name, () => quick().then(() => void ended.push(name)));
  expect(await endAll([noting('first'), noting('last')])).toEqual({ all: true, givenUp: [] });
  expect(ended).toEqual(['last', 'first']);
});

test('a step that does not end or fails is named, and those before it still have time to end', async () => {
  const failing = step('failing', () => Promise.reject(new Error('broken')));
  const steps = [step('quick', quick), failing, step('endless', never)];
  expect(await endAll(steps)).toEqual({ all: false, givenUp: ['endless', 'failing'] });
});
