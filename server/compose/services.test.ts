import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { expect, test } from 'vitest';
import { announce } from '#database/live.ts';
import { createPasswordHasher } from '#domain/members/index.ts';
import { readConfig } from '#server/config/config.ts';
import { afterwards } from '#testing/afterwards.ts';
import { patiently, testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { WAIT } from '#testing/patience.ts';
import { temporaryFolder } from '#testing/process.ts';
import { openServices } from './services.ts';

test('what a call commits while the connections are being closed is told to the pages of other processes', async () => {
  const url = patiently((await testDatabase()).url);
  const folder = await temporaryFolder();
  afterwards(folder.remove);
  const config = readConfig({ DATA_DIR: folder.path, APP_URL: 'http://127.0.0.1:3000' });
  const { services, close } = await openServices(
    config,
    url,
    pino({ level: 'silent' }),
    createPasswordHasher(),
  );
  const connect = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    afterwards(() => client.end());
    return client;
  };
  const [other, holder] = await Promise.all([connect(), connect()]);
  const heard: unknown[] = [];
  other.on('notification', ({ payload = '' }) => heard.push(JSON.parse(payload)));
  await other.query('listen live');
  const connections = async (condition: string) =>
    (await other.query(`select from pg_stat_activity where datname = current_database() and ${condition}`))
      .rowCount;

  const { id } = await createMember(services.database);
  await holder.query('begin');
  await holder.query('select from users where id = $1 for update', [id]);
  const call = services.transact(async (tx) => {
    announce(tx, id, { type: 'tasks', data: {} });
    await sql`update users set name = 'Late' where id = ${id}`.execute(tx);
  });
  await expect.poll(() => connections("wait_event_type = 'Lock'")).toBe(1);
  const closed = close();
  await expect.poll(() => connections("application_name = 'pocketful heartbeat'")).toBe(0);
  await holder.query('commit');
  await Promise.all([call, closed]);
  await expect.poll(() => heard, WAIT).toEqual([{ userId: id, type: 'tasks', data: {} }]);
  expect((await other.query('select from announcers')).rowCount).toBe(0);
});
