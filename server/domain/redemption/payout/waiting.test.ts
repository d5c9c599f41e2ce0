import { expect, test } from 'vitest';
import type { Lease } from './lease.ts';
import { answerIsMissing, mayStillLand, RETRY_MS_MAX, type WaitingOutcome, waitAfter } from './waiting.ts';

const HOUR_MS = 3_600_000;
const NOW = new Date('2027-01-01T12:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS);
/** A lease of now; by default no answer is missing, and the promise is an hour away. */
const lease = (
  values: Partial<
    Pick<Lease, 'provider' | 'unansweredSince' | 'lastUnansweredAt' | 'createdAt' | 'promisedBy' | 'endedAt'>
  > = {},
) =>
  ({
    ...{ takenAt: NOW, createdAt: REQUESTED, promisedBy: hoursAgo(-1), provider: 'vendor' },
    ...{ unansweredSince: null, lastUnansweredAt: null, endedAt: null },
    ...values,
  }) as Lease;
const minutesAgo = (minutes: number) => hoursAgo(minutes / 60);
const REQUESTED = hoursAgo(5);
const EARLIER = hoursAgo(3);
/** A call of then may still be carried out. */
const LATELY = minutesAgo(9);

test.each<[WaitingOutcome, 'lookup' | 'paying call', Date | null, Date | null]>([
  // What is not known begins to be missing now, or stays missing since the first time.
  [{ t: 'unknown', code: 'timeout' }, 'paying call', null, NOW],
  [{ t: 'unknown', code: 'timeout' }, 'paying call', EARLIER, EARLIER],
  [{ t: 'unknown', code: 'timeout' }, 'lookup', EARLIER, EARLIER],
  [{ t: 'unknown', code: 'timeout' }, 'lookup', null, null],
  // Another call of ours is under way and may still pay.
  [{ t: 'retry', code: 'in_flight' }, 'paying call', null, NOW],
  [{ t: 'retry', code: 'in_flight' }, 'lookup', EARLIER, EARLIER],
  [{ t: 'retry', code: 'in_flight' }, 'lookup', null, null],
  // A look-up that finds nothing proves nothing about an earlier call.
  [{ t: 'absent' }, 'lookup', EARLIER, EARLIER],
  [{ t: 'retry', code: 'rate' }, 'lookup', EARLIER, EARLIER],
  [{ t: 'absent' }, 'lookup', null, null],
  // A call that was not carried out says nothing about an earlier one that may still be.
  [{ t: 'retry', code: 'rate' }, 'paying call', LATELY, LATELY],
  [{ t: 'retry', code: 'no_funds' }, 'paying call', LATELY, LATELY],
  [{ t: 'retry', code: 'config' }, 'paying call', LATELY, LATELY],
  [{ t: 'accepted', why: 'needs_info' }, 'paying call', LATELY, LATELY],
  [{ t: 'retry', code: 'rate' }, 'paying call', EARLIER, null],
  [{ t: 'accepted', why: 'needs_info' }, 'paying call', EARLIER, null],
  // Our own turn or breaker put it off, so nobody answered.
  [{ t: 'retry', code: 'rate', unasked: true }, 'paying call', EARLIER, EARLIER],
  [{ t: 'retry', code: 'config', unasked: true }, 'paying call', null, null],
  [{ t: 'accepted', ref: 'order', why: 'async' }, 'lookup', EARLIER, null],
  // The provider named somebody else's reward.
  [{ t: 'accepted', why: 'review' }, 'lookup', EARLIER, EARLIER],
  // It took the order without a name for it.
  [{ t: 'accepted', why: 'async' }, 'paying call', null, REQUESTED],
  // Or it knows a call for this one that this database does not.
  [{ t: 'accepted', why: 'review' }, 'paying call', EARLIER, REQUESTED],
  [{ t: 'accepted', why: 'review' }, 'paying call', null, REQUESTED],
  // The provider takes no call for the member's rewards.
  [{ t: 'accepted', why: 'review', unasked: true }, 'paying call', null, null],
  [{ t: 'accepted', why: 'review', unasked: true }, 'paying call', LATELY, LATELY],
  [{ t: 'accepted', why: 'review', unasked: true }, 'paying call', EARLIER, null],
  [{ t: 'accepted', ref: 'order', why: 'review' }, 'paying call', EARLIER, null],
  [{ t: 'prepared', ref: 'card' }, 'lookup', EARLIER, null],
])(
  'after %j of a %s, with an answer missing since %s, one is missing since %s',
  (outcome, asked, since, then) => {
    const wait = waitAfter(lease({ unansweredSince: since }), outcome, asked === 'paying call');
    expect(wait.unansweredSince).toEqual(then);
  },
);

test.each(['stock', 'manual'])('no answer is missing of %s, which is in our own database', (provider) => {
  const wait = waitAfter(lease({ provider }), { t: 'unknown', code: 'error' }, true);
  expect(wait).toMatchObject({ status: 'processing', unansweredSince: null });
});

test.each<[WaitingOutcome, 'lookup' | 'paying call', Date | null]>([
  [{ t: 'unknown', code: 'timeout' }, 'paying call', NOW],
  [{ t: 'retry', code: 'in_flight' }, 'paying call', NOW],
  [{ t: 'accepted', why: 'review' }, 'paying call', NOW],
  [{ t: 'unknown', code: 'timeout' }, 'lookup', LATELY],
  [{ t: 'retry', code: 'rate' }, 'paying call', LATELY],
  [{ t: 'accepted', ref: 'order', why: 'async' }, 'lookup', null],
])(
  'after %j of a %s, with a first and a last call without an answer, the last one was at %s',
  (outcome, asked, last) => {
    const before = lease({ unansweredSince: EARLIER, lastUnansweredAt: LATELY });
    expect(waitAfter(before, outcome, asked === 'paying call').lastUnansweredAt).toEqual(last);
  },
);

test('a call without an answer may be carried out for ten minutes, after the end of a redemption too', () => {
  expect(mayStillLand(lease())).toBe(false);
  expect(mayStillLand(lease({ endedAt: minutesAgo(1) }))).toBe(false);
  expect(mayStillLand(lease({ unansweredSince: minutesAgo(9) }))).toBe(true);
  expect(mayStillLand(lease({ unansweredSince: minutesAgo(10) }))).toBe(false);
  const calls = { unansweredSince: minutesAgo(90), lastUnansweredAt: minutesAgo(9) };
  expect(mayStillLand(lease(calls))).toBe(true);
  expect(mayStillLand(lease({ ...calls, lastUnansweredAt: minutesAgo(10) }))).toBe(false);
  expect(mayStillLand(lease({ unansweredSince: minutesAgo(90), endedAt: minutesAgo(9) }))).toBe(true);
  expect(mayStillLand(lease({ unansweredSince: minutesAgo(90), endedAt: minutesAgo(10) }))).toBe(false);
});

test('an answer is missing after more than twenty hours', () => {
  expect(answerIsMissing(lease())).toBe(false);
  expect(answerIsMissing(lease({ unansweredSince: hoursAgo(20) }))).toBe(false);
  expect(answerIsMissing(lease({ unansweredSince: new Date(hoursAgo(20).getTime() - 1) }))).toBe(true);
});

test('past its promise, or when an answer is missing for too long, a redemption is in review', () => {
  const accepted: WaitingOutcome = { t: 'accepted', ref: 'order', why: 'async' };
  expect(waitAfter(lease(), accepted, true)).toEqual({
    status: 'processing',
    reason: null,
    unansweredSince: null,
    lastUnansweredAt: null,
    ref: 'order',
    ms: 600_000,
  });
  expect(waitAfter(lease({ promisedBy: NOW }), accepted, true).status).toBe('processing');
  const late = lease({ promisedBy: hoursAgo(0.001) });
  expect(waitAfter(late, accepted, true)).toMatchObject({
    status: 'review',
    reason: 'answer_missing',
    ref: 'order',
    ms: HOUR_MS,
  });
  expect(waitAfter(late, { t: 'absent' }, false).reason).toBe('answer_missing');
  expect(waitAfter(late, { t: 'prepared', ref: 'card' }, false)).toMatchObject({
    reason: 'answer_missing',
    ref: 'card',
  });
  expect(waitAfter(late, { t: 'unknown', code: 'error' }, true).reason).toBe('provider_unreachable');
  expect(waitAfter(late, { t: 'retry', code: 'rate' }, true)).toMatchObject({
    reason: 'provider_unreachable',
    ms: 30_000,
  });
  const ended = lease({ promisedBy: hoursAgo(1), unansweredSince: EARLIER, endedAt: NOW });
  expect(waitAfter(ended, { t: 'absent' }, false)).toMatchObject({ status: 'review', ms: 600_000 });
  const missing = lease({ unansweredSince: hoursAgo(21) });
  expect(waitAfter(missing, { t: 'absent' }, false).status).toBe('review');
  expect(waitAfter(missing, accepted, false).status).toBe('processing');
});

test.each<[string, WaitingOutcome, string | null]>([
  ['manual', { t: 'accepted', ref: 'id', why: 'review' }, null],
  ['stock', { t: 'retry', code: 'out_of_stock' }, 'out_of_stock'],
])('what %s makes waits to be made past its promise too, and nobody finds out anything', (...given) => {
  const [provider, outcome, reason] = given;
  const late = lease({ provider, promisedBy: hoursAgo(30) });
  expect(waitAfter(late, outcome, true)).toMatchObject({ status: 'processing', reason, ms: 600_000 });
});

test('a member who gives no details for two days is looked at each hour', () => {
  const msAfter = (hours: number) =>
    waitAfter(lease({ createdAt: hoursAgo(hours) }), { t: 'accepted', why: 'needs_info' }, false).ms;
  expect([msAfter(48), msAfter(48.1)]).toEqual([600_000, HOUR_MS]);
});

test('what is missing is named before and after the promise', () => {
  for (const promisedBy of [hoursAgo(-1), hoursAgo(1)]) {
    const reasonOf = (outcome: WaitingOutcome) => waitAfter(lease({ promisedBy }), outcome, true).reason;
    expect(reasonOf({ t: 'accepted', why: 'needs_info' })).toBe('details_needed');
    expect(reasonOf({ t: 'retry', code: 'out_of_stock' })).toBe('out_of_stock');
  }
});

test('a pause is the one that is asked for, between a second and an hour', () => {
  const msOf = (afterMs?: number) =>
    waitAfter(lease(), { t: 'retry', code: 'rate', ...(afterMs === undefined ? {} : { afterMs }) }, true).ms;
  expect([msOf(), msOf(5_000), msOf(0), msOf(86_400_000)]).toEqual([30_000, 5_000, 1_000, RETRY_MS_MAX]);
  for (const code of ['no_funds', 'out_of_stock', 'config'] as const)
    expect(waitAfter(lease(), { t: 'retry', code }, true).ms, code).toBe(600_000);
});
