import pino from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { Refusal } from '#domain/common/refusal.ts';
import { WAIT } from '#testing/patience.ts';
import { openStreams, type Stream, streamsMax } from './streams.ts';

const silent = pino({ level: 'silent' });

afterEach(() => void vi.useRealTimers());

/** A stream of a member and a session of its own, which keeps what was sent. */
function streamOf(name: string): Stream & { sent: string[]; ended: boolean } {
  const stream = {
    memberId: name,
    sessionId: name,
    sent: [] as string[],
    ended: false,
    send: (text: string) => void stream.sent.push(text),
    end: () => {
      stream.ended = true;
    },
  };
  return stream;
}
const many = (count: number) => Array.from({ length: count }, (_, at) => streamOf(String(at)));
const beats = ({ sent }: { sent: string[] }) => sent.filter((text) => text.startsWith('event: beat')).length;

test('every stream has its heartbeat and its check in turn, and no turn is for more than a slice', async () => {
  const asked: string[][] = [];
  const all = async (ids: string[]) => {
    asked.push(ids);
    return new Set(ids);
  };
  const streams = openStreams(all, silent, { heartbeatMs: 10 });
  const open = many(600);
  for (const stream of open) streams.add(stream);
  await expect.poll(() => Math.min(...open.map(beats))).toBeGreaterThan(2);
  expect(Math.max(...open.map(beats)) - Math.min(...open.map(beats))).toBeLessThanOrEqual(1);
  expect(Math.max(...asked.map(({ length }) => length))).toBe(250);
  expect(new Set(asked.slice(0, 3).flat()).size).toBe(600);
  streams.close();
});

test('a slow check delays no heartbeat and ends no stream but those whose session is over', async () => {
  const answer = Promise.withResolvers<void>();
  let asked = 0;
  const slow = async (ids: string[]) => {
    asked += 1;
    await answer.promise;
    return new Set(ids.filter((id) => id !== '3'));
  };
  const streams = openStreams(slow, silent, { heartbeatMs: 10 });
  const open = many(600);
  for (const stream of open) streams.add(stream);
  await expect.poll(() => Math.min(...open.map(beats))).toBeGreaterThan(10);
  expect(asked).toBe(1);
  expect(open.filter(({ ended }) => ended)).toEqual([]);
  answer.resolve();
  await expect.poll(() => asked).toBeGreaterThan(4);
  expect(open.filter(({ ended }) => ended)).toEqual([open[3]]);
  streams.close();
});

test('a check that fails ends a stream only if its session has not been checked for a minute', async () => {
  vi.useFakeTimers();
  let isAway = false;
  const check = async (ids: string[]) => {
    if (isAway) throw new Error('no database');
    return new Set(ids);
  };
  const streams = openStreams(check, silent);
  const [early, late] = [streamOf('early'), streamOf('late')];
  streams.add(early);
  await vi.advanceTimersByTimeAsync(25_000);
  isAway = true;
  streams.add(late);
  await vi.advanceTimersByTimeAsync(50_000);
  expect([early.ended, late.ended]).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([early.ended, late.ended]).toEqual([true, false]);
  isAway = false;
  await vi.advanceTimersByTimeAsync(100_000);
  expect(late.ended).toBe(false);
  streams.close();
});

test('what all streams are told reaches a slice of them at a time, and none that has ended meanwhile', async () => {
  const streams = openStreams(async (ids) => new Set(ids), silent);
  const open = many(600);
  for (const stream of open) streams.add(stream);
  const told = () => open.filter(({ sent }) => sent.some((text) => text.startsWith('event: walls'))).length;
  streams.tellAll({ type: 'walls', data: {} });
  expect(told()).toBe(250);
  streams.endOf('599');
  await vi.waitFor(() => expect(told()).toBe(599), WAIT);
  streams.close();
  expect(told()).toBe(599);
});

test('a full process refuses the next stream, names the limit once, and still replaces one of the same session', () => {
  let warnings = '';
  const write = (line: string) => {
    warnings += line;
  };
  const log = pino({ level: 'warn' }, { write });
  const streams = openStreams(async (ids) => new Set(ids), log, { openFiles: 20 });
  const open = many(10);
  for (const stream of open) streams.add(stream);
  const other = streamOf('other');
  const refused = () => streams.requirePlace(other);
  expect(refused).toThrow(expect.objectContaining({ code: 'busy', retryAfter: 15 }));
  expect(refused).toThrow(Refusal);
  expect(warnings.match(/no place for another event stream/g)).toHaveLength(1);
  expect(warnings).toContain('ulimit -n');
  streams.remove(open[0] ?? other);
  expect(refused).not.toThrow();
  streams.close();

  const crowded = openStreams(async (ids) => new Set(ids), log, { openFiles: 16 });
  for (const stream of many(8)) crowded.add({ ...stream, memberId: 'one', sessionId: 'one' });
  expect(() => crowded.requirePlace({ memberId: 'one', sessionId: 'one' })).not.toThrow();
  expect(() => crowded.requirePlace(other)).toThrow(Refusal);
  crowded.close();
});

test('the limit of open files leaves room for requests and the database', () => {
  expect([1_024, 4_096, 20_000, 21_000, 1_000_000, Number.POSITIVE_INFINITY].map(streamsMax)).toEqual([
    512, 3_096, 19_000, 20_000, 20_000, 20_000,
  ]);
});

test('browsers whose streams end together come back at different times, more of them over a longer time', async () => {
  const delays = async (count: number) => {
    const streams = openStreams(async (ids) => new Set(ids), silent, { openFiles: 100_000 });
    const open = many(count);
    for (const stream of open) streams.add(stream);
    streams.endAll();
    await expect.poll(() => open.every(({ ended }) => ended)).toBe(true);
    streams.close();
    return open.map(({ sent }) => Number(/^retry: (\d+)\n\n$/.exec(sent.at(-1) ?? '')?.[1]));
  };
  const few = await delays(500);
  expect(Math.min(...few)).toBeGreaterThanOrEqual(2_000);
  expect(Math.max(...few)).toBeLessThan(6_000);
  expect(new Set(few.map((ms) => Math.floor(ms / 1_000)))).toEqual(new Set([2, 3, 4, 5]));
  const most = await delays(20_000);
  const perSecond = Array.from(
    { length: 20 },
    (_, at) => most.filter((ms) => Math.floor(ms / 1_000) === at + 2).length,
  );
  expect(Math.max(...perSecond)).toBeLessThan(1_300);
  expect(Math.min(...perSecond)).toBeGreaterThan(700);
});
