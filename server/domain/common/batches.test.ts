import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { openBatches } from './batches.ts';

const asking = new AsyncLocalStorage<number>();

/** Tells for each batch of three calls, which came while another was under way, its calls and in whose context it ran. */
async function contextsOf(sizeMax: number) {
  const ran: { calls: number[]; by: number | undefined }[] = [];
  const first = Promise.withResolvers<void>();
  const { add } = openBatches<number, void>({
    sizeMax,
    inFlightMax: 1,
    keyOf: String,
    run: async (calls) => {
      if (calls.includes(0)) await first.promise;
      ran.push({ calls, by: asking.getStore() });
      return calls.map(() => undefined);
    },
  });
  const call = (number: number) => asking.run(number, () => add(number));
  const began = call(0);
  await new Promise((resolve) => setImmediate(resolve));
  const others = [1, 2, 3].map(call);
  first.resolve();
  await Promise.all([began, ...others]);
  return ran.slice(1);
}

test('a batch runs in the context of its first item', async () => {
  expect(await contextsOf(2)).toEqual([
    { calls: [1, 2], by: 1 },
    { calls: [3], by: 3 },
  ]);
  expect(await contextsOf(1)).toEqual([1, 2, 3].map((number) => ({ calls: [number], by: number })));
});
