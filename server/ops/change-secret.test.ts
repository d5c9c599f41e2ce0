import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { keptSecretMark } from '#database/secret-mark.ts';
import { decrypt } from '#domain/common/encrypt.ts';
import { rewardKeys } from '#server/compose/adapters.ts';
import { deriveKey, SEALED, secretMark } from '#server/config/secret.ts';
import { patiently, testDatabase } from '#testing/database.ts';
import { WAIT } from '#testing/patience.ts';
import { POPULATED, populate } from '#testing/populate.ts';
import { runOps } from '#testing/process.ts';
import { startTestServer } from '#testing/server.ts';
import { SERVERS } from './servers.ts';

const OLD = 'the secret of the first years of this site';
const NEW = 'the secret that nobody has seen who left';
const { url, database } = await testDatabase();
const change = (APP_SECRET: string, APP_SECRET_PREVIOUS: string) =>
  runOps(['change-secret'], { DATABASE_URL: patiently(url), APP_SECRET, APP_SECRET_PREVIOUS });

/** What is encrypted, opened under the keys of a secret. Throws for another one. */
async function opened(secret: string) {
  const { seal } = rewardKeys(secret);
  const seeds = deriveKey(secret, SEALED.seeds);
  const webhooks = deriveKey(secret, SEALED.webhooks);
  const users = await database.selectFrom('users').select(['id', 'totpSecret']).orderBy('id').execute();
  const codes = await database.selectFrom('voucherCodes').select(['id', 'sealed']).orderBy('id').execute();
  const byHand = await database
    .selectFrom('fulfilments')
    .select(['redemptionId as id', 'sealed'])
    .orderBy('redemptionId')
    .execute();
  const endpoints = await database
    .selectFrom('webhookEndpoints')
    .select(['id', 'secret', 'previousSecret'])
    .orderBy('id')
    .execute();
  return {
    seeds: users.flatMap(({ id, totpSecret }) => (totpSecret ? [decrypt(seeds, id, totpSecret)] : [])),
    rewards: [...codes, ...byHand].flatMap(({ id, sealed }) => (sealed ? [decrypt(seal, id, sealed)] : [])),
    webhooks: endpoints.flatMap(({ id, secret, previousSecret }) =>
      [secret, previousSecret].flatMap((one) => (one ? [decrypt(webhooks, `webhook ${id}`, one)] : [])),
    ),
  };
}

test('what one secret has encrypted is the same under the next, all or nothing, and a code is still known as repeated', async () => {
  const site = await startTestServer({ ...POPULATED, APP_SECRET: OLD }, { databaseUrl: url });
  await populate(site);
  const before = await opened(OLD);
  const served = await change(NEW, OLD);
  expect([served.code, served.output]).toEqual([1, expect.stringContaining('stop every server first')]);
  await site.close();
  expect(await opened(OLD)).toEqual(before);
  const lost = await runOps(['change-secret', '--lost'], { DATABASE_URL: url });
  expect([lost.code, lost.output]).toEqual([1, expect.stringContaining('APP_SECRET: must be set')]);
  for (const kind of Object.values(before)) expect(kind.length).toBeGreaterThan(0);

  const wrong = await change(NEW, 'a secret that this site never had at all');
  expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('Nothing is changed')]);
  expect(await opened(OLD)).toEqual(before);

  const fingerprints = () =>
    database
      .selectFrom('voucherCodes')
      .select(['id', 'fingerprint'])
      .unionAll(
        database
          .selectFrom('fulfilments')
          .select(['redemptionId as id', 'fingerprint'])
          .$narrowType<{ fingerprint: Buffer }>()
          .where('fingerprint', 'is not', null),
      )
      .execute();
  const old = new Map((await fingerprints()).map(({ id, fingerprint }) => [id, fingerprint.toString('hex')]));
  const endpoint = () =>
    database.selectFrom('webhookEndpoints').select(['id', 'secret']).orderBy('id').executeTakeFirstOrThrow();
  const stale = await endpoint();
  const done = await change(NEW, OLD);
  expect(done.code, done.output).toBe(0);
  expect(done.output).toContain(`${before.seeds.length} seeds, ${before.rewards.length} codes and links`);
  expect(done.output).not.toContain(NEW);
  expect(await opened(NEW)).toEqual(before);
  await expect(opened(OLD)).rejects.toThrow('unable to authenticate');
  expect(await keptSecretMark(database, 'no mark')).toBe(secretMark(NEW));
  const changed = (await fingerprints()).filter(
    ({ id, fingerprint }) => old.get(id) !== fingerprint.toString('hex'),
  );
  expect(changed).toHaveLength(before.rewards.length);

  // Somebody repeats it, who has not seen the end.
  const repeated = await change(NEW, OLD);
  expect([repeated.code, repeated.output]).toEqual([
    0,
    expect.stringContaining(`under APP_SECRET already: ${before.seeds.length} seeds`),
  ]);
  expect(await opened(NEW)).toEqual(before);

  // As if a server with the new secret had been started before the change: one value is still under the old one.
  const renewed = await endpoint();
  const put = ({ id, secret }: typeof stale) =>
    database.updateTable('webhookEndpoints').set({ secret }).where('id', '=', id).execute();
  await put(stale);
  const mixed = await change(NEW, OLD);
  expect([mixed.code, mixed.output]).toEqual([1, expect.stringContaining('Nothing is changed')]);
  await put(renewed);
  expect(await opened(NEW)).toEqual(before);

  // A previous key that nobody can read, as after a lost secret, signs nothing and is in nobody's way.
  await database
    .updateTable('webhookEndpoints')
    .set({ previousSecret: stale.secret, previousUntil: new Date(0) })
    .where('id', '=', stale.id)
    .execute();
  for (const [next, previous] of [
    ['a third secret of at least thirty-two characters', NEW],
    [NEW, 'a third secret of at least thirty-two characters'],
  ] as const) {
    const again = await change(next, previous);
    expect(again.code, again.output).toBe(0);
  }
  const left = await database
    .selectFrom('webhookEndpoints')
    .select(['previousSecret', 'previousUntil'])
    .where('id', '=', stale.id)
    .executeTakeFirstOrThrow();
  expect(left).toEqual({ previousSecret: null, previousUntil: null });
});

test.each(SERVERS)('a server of another role of PostgreSQL is seen by its %s', async (name) => {
  const role = `serving_${randomBytes(4).toString('hex')}`;
  const owner = `owning_${randomBytes(4).toString('hex')}`;
  await sql
    .raw(`create role ${role} login password 'plain'; create role ${owner} login password 'plain'`)
    .execute(database);
  await runOps(['grant', owner], { DATABASE_URL: url });
  const as = (username: string) => Object.assign(new URL(url), { username, password: 'plain' }).href;
  const server = new pg.Client({ connectionString: as(role), application_name: name });
  await server.connect();
  const settings = { DATABASE_URL: as(owner), APP_SECRET: NEW, APP_SECRET_PREVIOUS: OLD };
  const { code, output } = await runOps(['change-secret'], settings);
  const lost = await runOps(['change-secret', '--lost'], settings);
  expect(lost).toEqual({ code, output });
  await server.end();
  await sql.raw(`drop owned by ${owner}; drop role ${role}, ${owner}`).execute(database);
  expect([code, output]).toEqual([1, expect.stringContaining('stop every server first')]);
});

test('a server that starts while the command is at work is seen before the end, and nothing is changed', async () => {
  const before = await opened(NEW);
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query('begin; lock table webhook_endpoints in access exclusive mode');
  const changing = change('a third secret of at least thirty-two characters', NEW);
  const waits = async () => {
    const { rows } =
      await sql`select from pg_locks where relation = 'webhook_endpoints'::regclass and not granted`.execute(
        database,
      );
    return rows.length;
  };
  await expect.poll(waits, { ...WAIT, interval: 20 }).toBe(1);
  const server = new pg.Client({ connectionString: url, application_name: SERVERS[0] });
  await server.connect();
  await other.end();
  const { code, output } = await changing;
  await server.end();
  expect([code, output]).toEqual([1, expect.stringContaining('stop every server first')]);
  expect(await opened(NEW)).toEqual(before);
});

test.each([
  ['one secret', NEW, ''],
  ['the same twice', NEW, NEW],
])('%s is refused with one sentence', async (_, next, previous) => {
  const { code, output } = await change(next, previous);
  expect([code, output]).toEqual([1, expect.stringContaining('must be two different secrets')]);
});
