import { readdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase, createPool } from '#database/client.ts';
import { createMember } from '#testing/factories.ts';
import { LONG_TEST_MS_MAX, PATIENT, WAIT } from '#testing/patience.ts';
import { runOps, temporaryFolder } from '#testing/process.ts';
import { newNode, startPrimary, startStandby } from '#testing/standby.ts';

/** A backup that costs the primary nothing but rows that VACUUM keeps for it. */

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** A primary with some members, and a standby that lets nothing hold up the changes of the primary. */
async function startPair(): Promise<{
  primary: pg.Client;
  other: pg.Client;
  standby: pg.Client;
  url: string;
}> {
  const [first, second] = [await newNode('db1'), await newNode('db2')];
  await startPrimary(first);
  expect((await runOps(['migrate'], { DATABASE_URL: first.url })).code).toBe(0);
  const database = createDatabase(createPool(first.url, () => {}, PATIENT));
  for (let member = 0; member < 3; member += 1) await createMember(database);
  await database.destroy();
  await startStandby(second, first);
  const [primary, other, standby] = [
    await connect(first.url),
    await connect(first.url),
    await connect(second.url),
  ];
  onTestFinished(async () => {
    await primary.end();
    await other.end();
    await standby.end();
  });
  await set(standby, 'max_standby_streaming_delay = 0');
  return { primary, other, standby, url: second.url };
}

async function set(client: pg.Client, setting: string): Promise<void> {
  await client.query(`alter system set ${setting}`);
  await client.query('select pg_reload_conf()');
}

/**
 * Makes a backup at the standby, and changes and vacuums at the primary what is in the backup's moment.
 * What is asked of the standby is asked until it answers: it ends every query that is in a change's way.
 */
async function backUpMeanwhile(
  { primary, other, standby, url }: Awaited<ReturnType<typeof startPair>>,
  folder: string,
) {
  // It waits at a table near the beginning, and the standby for its word, so that all of it comes after the moment.
  await primary.query('begin; lock table approvals in access exclusive mode');
  // A commit takes the lock, which is no change by itself, to the standby.
  await other.query('update users set name = name');
  const isLocked = async () => {
    const { rows } = await standby.query(
      `select from pg_locks where relation = 'approvals'::regclass and mode = 'AccessExclusiveLock' and granted`,
    );
    return rows.length;
  };
  await expect.poll(isLocked, WAIT).toBe(1);
  const backup = runOps(['backup', folder], { DATABASE_URL: url });
  const waits = async () => {
    const { rows } = await standby.query(
      `select from pg_stat_activity where application_name = 'pocketful backup' and wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  await expect.poll(waits, WAIT).toBe(1);
  const state = async () => {
    await standby.query('select pg_wal_replay_pause()');
    const { rows } = await standby.query('select pg_get_wal_replay_pause_state() as state');
    return rows[0].state;
  };
  await expect.poll(state, WAIT).toBe('paused');
  await primary.query('commit');
  await primary.query(`update users set name = name || ' again'`);
  await primary.query('vacuum users');
  // The changes end this query as well where they come before it has ended.
  const isPaused = async () => {
    await standby.query('select pg_wal_replay_resume()');
    const { rows } = await standby.query('select pg_is_wal_replay_paused() as paused');
    return rows[0].paused;
  };
  await expect.poll(isPaused, WAIT).toBe(false);
  return backup;
}

test('a backup is made from a standby, which cannot note its time, under changes of the primary if that knows of it', {
  timeout: LONG_TEST_MS_MAX,
}, async () => {
  const pair = await startPair();
  const place = await temporaryFolder();
  onTestFinished(() => place.remove());
  const ended = await backUpMeanwhile(pair, path.join(place.path, 'ended'));
  expect(ended.code).toBe(1);
  const said = ended.output.split('\n').filter((line) => line && !line.startsWith('Database: '));
  expect(said).toEqual([
    expect.stringMatching(/^The standby has ended this, .+ set hot_standby_feedback = on there/),
  ]);
  expect(await readdir(place.path)).toEqual([]);

  await set(pair.standby, 'hot_standby_feedback = on');
  const told = async () => {
    const { rows } = await pair.primary.query(
      'select from pg_stat_replication where backend_xmin is not null',
    );
    return rows.length;
  };
  await expect.poll(told, WAIT).toBe(1);
  const made = await backUpMeanwhile(pair, path.join(place.path, 'made'));
  expect(made, made.output).toMatchObject({ code: 0 });
  expect(await readdir(path.join(place.path, 'made'))).toContain('manifest.json');
});
