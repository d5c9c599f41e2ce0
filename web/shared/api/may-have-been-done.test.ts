import { expect, test } from 'vitest';
import { CallError, NetworkError } from './call.ts';
import { mayHaveBeenDone } from './may-have-been-done.ts';

const refusal = (status: number) => new CallError({ status, text: 'Refused' });

test('silence and a fault of the server leave open whether a call was done, a refusal does not', () => {
  const open = [...[500, 502, 503, 504].map(refusal), new NetworkError('silence')];
  for (const error of open) expect(mayHaveBeenDone(error), String(error)).toBe(true);
  const closed = [...[400, 401, 403, 409, 429].map(refusal), new Error('a fault here')];
  for (const error of closed) expect(mayHaveBeenDone(error), String(error)).toBe(false);
});
