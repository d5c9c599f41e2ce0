import { expect, test } from 'vitest';
import type { Lease } from './lease.ts';
import { answerIsMissing, RETRY_MS_MAX, type WaitingOutcome, waitAfter } from './waiting.ts';

const HOUR_MS = 3_600_000;
const NOW = new Date('2027-01-01T12:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS);
/** A lease of now; by default no answer is missing, and the promise is an hour away. */
const lease = (values: Partial<Pick<Lease, 'unansweredSince' | 'promisedBy'>> = {}) =>
  ({ takenAt: NOW, promisedBy: hoursAgo(-1), unansweredSince: null, ...values }) as Lease;
const EARLIER = hoursAgo(3);

test.each<[WaitingOutcome, 'lookup' | 'call', Date | null, Date | null]>([
  // What is not known begins to be missing now, or stays missing since the first time.
  [{ t: 'unknown', code: 'timeout' }, 'call', null, NOW],
  [{ t: 'unknown', code: 'timeout' }, 'call', EARLIER, EARLIER],
  [{ t: 'unknown', code: 'timeout' }, 'lookup', EARLIER, EARLIER],
  // Another call of ours is under way and may still pay.
  [{ t: 'retry', code: 'in_flight' }, 'call', null, NOW],
  [{ t: 'retry', code: 'in_flight' }, 'lookup', EARLIER, EARLIER],
  // A look-up that finds nothing proves nothing about an earlier call.
  [{ t: 'absent' }, 'lookup', EARLIER, EARLIER],
  [{ t: 'retry', code: 'rate' }, 'lookup', EARLIER, EARLIER],
  [{ t: 'absent' }, 'lookup', null, null],
  // An answer to the call itself is one.
  [{ t: 'retry', code: 'rate' }, 'call', EARLIER, null],
  [{ t: 'accepted', why: 'async' }, 'lookup', EARLIER, null],
  [{ t: 'prepared', ref: 'card' }, 'lookup', EARLIER, null],
])(
  'after %j of a %s, with an answer missing since %s, one is missing since %s',
  (outcome, asked, since, then) => {
    expect(waitAfter(lease({ unansweredSince: since }), outcome, asked).unansweredSince).toEqual(then);
  },
);

test('an answer is missing after more than twenty hours', () => {
  expect(answerIsMissing(lease())).toBe(false);
  expect(answerIsMissing(lease({ unansweredSince: hoursAgo(20) }))).toBe(false);
  expect(answerIsMissing(lease({ unansweredSince: new Date(hoursAgo(20).getTime() - 1) }))).toBe(true);
});

test('past its promise, or when an answer is missing for too long, a redemption is in review', () => {
  const accepted: WaitingOutcome = { t: 'accepted', ref: 'order', why: 'async' };
  expect(waitAfter(lease(), accepted, 'call')).toEqual({
    status: 'processing',
    reason: null,
    unansweredSince: null,
    ref: 'order',
    ms: 600_000,
  });
  expect(waitAfter(lease({ promisedBy: NOW }), accepted, 'call').status).toBe('processing');
  const late = lease({ promisedBy: hoursAgo(0.001) });
  expect(waitAfter(late, accepted, 'call')).toMatchObject({
    status: 'review',
    reason: 'answer_missing',
    ref: 'order',
    ms: HOUR_MS,
  });
  expect(waitAfter(late, { t: 'absent' }, 'lookup').reason).toBe('answer_missing');
  expect(waitAfter(late, { t: 'prepared', ref: 'card' }, 'lookup')).toMatchObject({
    reason: 'answer_missing',
    ref: 'card',
  });
  expect(waitAfter(late, { t: 'unknown', code: 'error' }, 'call').reason).toBe('provider_unreachable');
  expect(waitAfter(late, { t: 'retry', code: 'rate' }, 'call')).toMatchObject({
    reason: 'provider_unreachable',
    ms: 30_000,
  });
  const missing = lease({ unansweredSince: hoursAgo(21) });
  expect(waitAfter(missing, { t: 'absent' }, 'lookup').status).toBe('review');
  expect(waitAfter(missing, accepted, 'lookup').status).toBe('processing');
});

test('what is missing is named before and after the promise', () => {
  for (const promisedBy of [hoursAgo(-1), hoursAgo(1)]) {
    const reasonOf = (outcome: WaitingOutcome) => waitAfter(lease({ promisedBy }), outcome, 'call').reason;
    expect(reasonOf({ t: 'accepted', why: 'needs_info' })).toBe('details_needed');
    expect(reasonOf({ t: 'retry', code: 'out_of_stock' })).toBe('out_of_stock');
  }
});

test('a pause is the one that is asked for, between a second and an hour', () => {
  const msOf = (afterMs?: number) =>
    waitAfter(lease(), { t: 'retry', code: 'rate', ...(afterMs === undefined ? {} : { afterMs }) }, 'call')
      .ms;
  expect([msOf(), msOf(5_000), msOf(0), msOf(86_400_000)]).toEqual([30_000, 5_000, 1_000, RETRY_MS_MAX]);
  for (const code of ['no_funds', 'out_of_stock', 'config'] as const)
    expect(waitAfter(lease(), { t: 'retry', code }, 'call').ms, code).toBe(600_000);
});
