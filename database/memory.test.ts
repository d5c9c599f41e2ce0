import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { afterwards } from '#testing/afterwards.ts';
import { testDatabase } from '#testing/database.ts';
import { WAIT } from '#testing/patience.ts';
import { startSilentProxy } from '#testing/silent-proxy.ts';
import { createListener } from './listener.ts';
import { KEPT_TABLES, openMemory } from './memory.ts';

/** Of the listener; beyond it no process may show what is no longer true. */
const SILENCE_MS_MAX = 4_000;

const { url, database } = await testDatabase();

/** The memory of another process, with a value: the titles of the rewards. */
async function process(listenUrl?: string) {
  const listener = createListener(listenUrl ?? url, () => {});
  // It may be unsure on a slow machine, which only the test of silence is about.
  const memory = openMemory(listenUrl ? listener : { ...listener, isSure: () => true });
  let reads = 0;
  let gate: Promise<void> = Promise.resolve();
  let fails = false;
  const titles = memory.keep('rewards', async () => {
    reads += 1;
    const rows = await database.selectFrom('rewards').select('title').orderBy('key').execute();
    await gate;
    if (fails) throw new Error('not read');
    return rows.map(({ title }) => title);
  });
  await vi.waitFor(listener.open, WAIT);
  afterwards(listener.close);
  return {
    memory,
    titles,
    reads: () => reads,
    fail: (does: boolean) => {
      fails = does;
    },
    /** Reads end when the returned function is called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
  };
}
const retitle = (title: string) =>
  database.updateTable('rewards').set({ title }).where('key', '=', '1USD').execute();

test('each kept table, and no other one, tells its changes by the trigger', async () => {
  const { rows } = await sql<{ table: string }>`
    select distinct relname as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
      join pg_proc p on p.oid = t.tgfoid
    where p.proname = 'tell_change' and t.tgenabled = 'O'
      -- After a statement: insert, delete, update, truncate.
      and t.tgtype = 4 | 8 | 16 | 32
    order by 1`.execute(database);
  expect(rows.map(({ table }) => table)).toEqual(KEPT_TABLES.toSorted());
});

test('a value is read once, and again in every process after a change, with the commit and not before', async () => {
  const [one, other] = [await process(), await process()];
  for (const { titles } of [one, one, other]) expect(await titles()).not.toContain('Changed');
  expect([one.reads(), other.reads()]).toEqual([1, 1]);
  await database.transaction().execute(async (tx) => {
    await tx.updateTable('rewards').set({ title: 'Changed' }).where('key', '=', '1USD').execute();
    expect(await one.titles()).not.toContain('Changed');
  });
  for (const { titles } of [one, other]) await expect.poll(titles, WAIT).toContain('Changed');
  const reads = [one.reads(), other.reads()];
  expect(reads).toEqual([2, 2]);
  await database.updateTable('users').set({ name: 'Robin' }).execute();
  await Promise.all([one.titles(), one.titles(), other.titles()]);
  expect([one.reads(), other.reads()]).toEqual(reads);
});

test('who forgets after a commit reads at once, and what a read brings that began before the change is not kept', async () => {
  const { memory, titles, hold } = await process();
  const release = hold();
  const early = titles();
  await retitle('Late');
  memory.forget();
  release();
  expect(await titles()).toContain('Late');
  await early;
  expect(await titles()).toContain('Late');
});

test('a read whose change is heard before its end is not kept', async () => {
  const { titles, hold, reads } = await process();
  const witness = await process();
  await witness.titles();
  const release = hold();
  const early = titles();
  await expect.poll(reads, WAIT).toBe(1);
  await retitle('Overtaken');
  await expect.poll(witness.titles, WAIT).toContain('Overtaken');
  // The message has reached this process too, once it reads instead of waiting for the early one.
  const readsNow = () => {
    void titles();
    return reads();
  };
  await expect.poll(readsNow, WAIT).toBe(2);
  release();
  await early;
  expect(await titles()).toContain('Overtaken');
});

test('a read that failed is not kept', async () => {
  const { titles, fail } = await process();
  fail(true);
  await expect(titles()).rejects.toThrow('not read');
  fail(false);
  expect(await titles()).toContain('Overtaken');
});

test('a process whose listening connection is silent shows nothing older than the limit, then reads each time until it hears again', async () => {
  const proxy = await startSilentProxy(url);
  afterwards(proxy.close);
  const { titles, reads } = await process(proxy.url);
  await titles();
  proxy.silence();
  await retitle('Unheard');
  const changed = performance.now();
  for (;;) {
    const asked = performance.now();
    if ((await titles()).includes('Unheard')) break;
    expect(asked - changed).toBeLessThan(SILENCE_MS_MAX);
  }
  const before = reads();
  await titles();
  await titles();
  expect(reads()).toBe(before + 2);

  proxy.restore();
  // It hears again when a call leads to no read.
  await expect
    .poll(async () => {
      const read = reads();
      await titles();
      return reads() - read;
    }, WAIT)
    .toBe(0);
  await retitle('Heard');
  await expect.poll(titles, WAIT).toContain('Heard');
});
