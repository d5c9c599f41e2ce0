import { expect, test } from 'vitest';
import { type Asker, createFairQueue } from './fair-queue.ts';

/** Work that ends when it is told to, in the order in which it started. */
function works() {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  return {
    started,
    work: (name: string) => () => {
      started.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    },
    endOne: async () => {
      ends.shift()?.();
      // The next work starts within the microtasks of this end.
      await new Promise(setImmediate);
    },
  };
}

const stranger = (name: string): Asker => ({ name, isKnown: false });
const member = (name: string): Asker => ({ name, isKnown: true });

test('askers take turns, no matter how much each sent', async () => {
  const inTurn = createFairQueue({ runningMax: 1, placesMax: 10, askerMax: 5 });
  const { started, work, endOne } = works();
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => inTurn(stranger(name[0] ?? ''), work(name)));
  for (const _ of all) await endOne();
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  expect(await Promise.all(all)).toHaveLength(6);
});

test('one asker can hold only some of the places, and finished work frees its place', async () => {
  const inTurn = createFairQueue({ runningMax: 1, placesMax: 10, askerMax: 2 });
  const { work, endOne } = works();
  const held = [inTurn(stranger('a'), work('a1')), inTurn(stranger('a'), work('a2'))];
  await expect(inTurn(stranger('a'), work('a3'))).rejects.toMatchObject({ code: 'busy', retryAfter: 2 });
  const other = inTurn(stranger('b'), work('b1'));
  await endOne();
  const next = inTurn(stranger('a'), work('a4'));
  for (let n = 0; n < 3; n++) await endOne();
  expect(await Promise.all([...held, other, next])).toEqual(['a1', 'a2', 'b1', 'a4']);
});

test('when every place is taken, the asker with the most places loses its last one to an asker with fewer', async () => {
  const inTurn = createFairQueue({ runningMax: 1, placesMax: 4, askerMax: 4 });
  const { started, work, endOne } = works();
  const many = ['a1', 'a2', 'a3', 'a4'].map((name) => inTurn(stranger('a'), work(name)));
  const refused = many.slice(1).map((lost) => expect(lost).rejects.toMatchObject({ code: 'busy' }));
  const newcomers = ['b1', 'c1', 'd1'].map((name) => inTurn(stranger(name[0] ?? ''), work(name)));
  await Promise.all(refused);
  // Each asker now holds one place, as many as a newcomer would hold.
  await expect(inTurn(stranger('e'), work('e1'))).rejects.toMatchObject({ code: 'busy' });
  for (let n = 0; n < 4; n++) await endOne();
  expect(started).toEqual(['a1', 'b1', 'c1', 'd1']);
  expect(await Promise.all([many[0], ...newcomers])).toEqual(['a1', 'b1', 'c1', 'd1']);
});

test('work that fails frees its place', async () => {
  const inTurn = createFairQueue({ runningMax: 1, placesMax: 1, askerMax: 1 });
  await expect(inTurn(stranger('a'), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await inTurn(stranger('a'), async () => 'done')).toBe('done');
});

test('a crowd of strangers does not keep known members out, and a crowd of members does not keep strangers out', async () => {
  const inTurn = createFairQueue({ runningMax: 1, placesMax: 5, askerMax: 5 });
  const { started, work, endOne } = works();
  const crowd = ['a', 'b', 'c', 'd', 'e'].map((name) =>
    inTurn(stranger(name), work(name)).catch(() => 'refused'),
  );
  await expect(inTurn(stranger('f'), work('f'))).rejects.toMatchObject({ code: 'busy' });
  const own = ['m', 'n'].map((name) => inTurn(member(name), work(name)));
  for (let n = 0; n < 5; n++) await endOne();
  expect(started).toEqual(['a', 'm', expect.stringMatching(/[b-e]/), 'n', expect.stringMatching(/[b-e]/)]);
  expect(await Promise.all(own)).toEqual(['m', 'n']);
  expect((await Promise.all(crowd)).filter((result) => result === 'refused')).toHaveLength(2);
});
