import { expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { CallError, NetworkError } from '#web/shared/api/call.ts';
import { isUndecided } from './undecided.ts';

const refusal = (status: number, code?: ErrorCode) =>
  new CallError({ status, text: 'Refused', body: code && { code } });

test('a fault of the server, a limit or silence leaves open whether the redemption was made', () => {
  const open = [...[500, 502, 503, 504, 429].map((status) => refusal(status)), new NetworkError('silence')];
  for (const error of open) {
    for (const repeat of [false, true]) expect(isUndecided(error, { repeat }), String(error)).toBe(true);
  }
});

test('a refusal, or a question that was left, means that a first request made nothing', () => {
  const refused = [400, 401, 403, 404, 409, 422, 428].map((status) => refusal(status));
  for (const error of [...refused, new Abandoned()]) {
    expect(isUndecided(error, { repeat: false }), String(error)).toBe(false);
  }
});

test('of a repeat, only a refusal that follows the look for its id means that nothing was made', () => {
  for (const error of [
    new Abandoned(),
    refusal(401, 'not_signed_in'),
    refusal(404, 'not_found'),
    refusal(403, 'cross_site'),
    refusal(403),
  ]) {
    expect(isUndecided(error, { repeat: true }), String(error)).toBe(true);
  }
  for (const error of [
    refusal(409, 'insufficient_points'),
    refusal(409, 'request_id_reused'),
    refusal(403, 'paused'),
    refusal(403, 'suspended'),
  ]) {
    expect(isUndecided(error, { repeat: true }), String(error)).toBe(false);
  }
});
