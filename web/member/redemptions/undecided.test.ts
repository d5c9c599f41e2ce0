import { expect, test } from 'vitest';
import { isUndecided } from './undecided.ts';

test('a fault of the server or a limit leaves open whether the redemption was made, a refusal does not', () => {
  for (const status of [500, 502, 503, 504, 429]) expect(isUndecided({ status }), String(status)).toBe(true);
  for (const status of [400, 401, 403, 404, 409, 422, 428]) {
    expect(isUndecided({ status }), String(status)).toBe(false);
  }
});
