import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import { csvResponse } from './csv.ts';

test('a file whose rows are far apart is never silent for long, and is the same in the end', async () => {
  let nowMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  onTestFinished(() => clock.mockRestore());
  async function* tenSecondsApart() {
    for (const rows of [[], [], [], [], [{ id: 1 }, { id: 2 }], [], [], [{ id: 3 }], []]) {
      nowMs += 10_000;
      yield rows;
    }
  }
  const app = new Hono();
  app.get('/', (c) => csvResponse(c, 'list', ['id'], tenSecondsApart()));
  const pieces: Uint8Array[] = [];
  for await (const piece of (await app.request('/')).body ?? []) pieces.push(piece);
  // A byte of the head, or of the two rows, where nothing came for twenty seconds.
  expect(pieces.map(({ length }) => length)).toEqual([1, 0, 1, 0, 5, 0, 1, 5, 0, 3]);
  expect(Buffer.concat(pieces).toString()).toBe('\uFEFFid\r\n1\r\n2\r\n3\r\n');
});
