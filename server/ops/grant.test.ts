import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { proveLedger } from '#domain/ledger/index.ts';
import { signUp } from '#testing/accounts.ts';
import { testDatabase } from '#testing/database.ts';
import { runOps } from '#testing/process.ts';
import { startTestServer } from '#testing/server.ts';

/** A site that is served by a role which owns nothing. */

const owner = await testDatabase();
const role = `serving_${randomBytes(4).toString('hex')}`;
const owning = new pg.Client({ connectionString: owner.url });
await owning.connect();
await owning.query(`create role ${role} login password 'serving'`);
const granted = await runOps(['grant', role], { DATABASE_URL: owner.url });
const url = Object.assign(new URL(owner.url), { username: role, password: 'serving' }).href;
const serving = new pg.Client({ connectionString: url });
await serving.connect();
const site = await startTestServer({}, { databaseUrl: url });
afterAll(async () => {
  await site.close();
  await serving.end();
  await owning.query(`drop owned by ${role}; drop role ${role}`);
  await owning.end();
});

test('the role serves: sign-up by mail, sign-in, a credit, jobs and the operator', async () => {
  expect(granted).toMatchObject({ code: 0, output: expect.stringContaining(role) });
  const { visitor, email } = await signUp(site);
  const [wall] = (await visitor.get('/api/walls')).body;
  const send = { user: wall.memberCode, action: 'complete', offer: 'game' };
  const sent = await visitor.post('/dev/wall/send', JSON.stringify(send), { 'Content-Type': 'text/plain' });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  await expect.poll(async () => (await visitor.get('/api/user')).body.points).toBeGreaterThan(0);
  expect((await visitor.post('/api/logout')).status).toBe(200);
  expect(await proveLedger(site.database)).toEqual([]);
  expect(
    await runOps(['members', 'suspend', email, '--reason', 'staff_review', '--text', 'A look'], {
      DATABASE_URL: url,
    }),
  ).toMatchObject({ code: 0 });
});

test('the server starts with it when nothing is missing, and cannot migrate', async () => {
  const { code, output } = await runOps(['audit'], { DATABASE_URL: url });
  expect([code, output]).toEqual([0, expect.any(String)]);
});

test.each([
  'create table mine (id int)',
  'alter table users add column mine int',
  'alter table ledger_transfers disable trigger all',
  'drop table users',
  'truncate users cascade',
  'update ledger_transfers set amount = 1',
  'delete from ledger_transfers',
  "update audit_entries set action = 'nothing'",
  'delete from audit_entries',
  "insert into migrations (name, checksum) values ('9999_forged.sql', '')",
  'create function mine() returns int language sql as $$ select 1 $$',
  'create schema mine',
])('the role cannot: %s', async (statement) => {
  await expect(serving.query(statement)).rejects.toThrow(/permission denied|must be owner/);
});

test('a second role takes nothing from the first: each adds jobs and sees them', async () => {
  const second = `${role}_2`;
  await owning.query(`create role ${second} login password 'serving'`);
  try {
    for (let times = 0; times < 2; times += 1)
      expect(await runOps(['grant', second], { DATABASE_URL: owner.url })).toMatchObject({ code: 0 });
    for (const name of [role, second]) {
      await owning.query(`begin; set local role ${name}`);
      try {
        await owning.query(`select graphile_worker.add_job('nothing')`);
        const { rows } = await owning.query(
          `select count(*)::integer as jobs from graphile_worker.jobs where task_identifier = 'nothing'`,
        );
        expect([name, rows]).toEqual([name, [{ jobs: 1 }]]);
      } finally {
        await owning.query('rollback');
      }
    }
  } finally {
    await owning.query(`drop owned by ${second}; drop role ${second}`);
  }
});

test('a role that does not exist is named in one sentence', async () => {
  const { code, output } = await runOps(['grant', 'nobody_of_this_name'], { DATABASE_URL: owner.url });
  expect([code, output]).toEqual([1, expect.stringContaining('nobody_of_this_name')]);
});
