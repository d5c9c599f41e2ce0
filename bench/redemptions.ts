import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createDatabase, createPool, type Database, POOL_SIZE_MAX } from '#database/client.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { proveEarning } from '#domain/earning/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { proveRedemptions } from '#domain/redemption/index.ts';
import { JOBS_RUNNING_MAX } from '#server/jobs/run.ts';
import { startStripe } from '#testing/payouts/stripe.ts';
import { startTremendous, type TremendousStandIn } from '#testing/payouts/tremendous.ts';
import type { WorkerPlan } from '#testing/payouts/worker.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';
import { type Answer, type Call, type Caller, callEach, openCaller } from './calls.ts';
import { type Cpu, postmasterOf, withCpu } from './cpu.ts';
import { insertMembers } from './intake-data.ts';
import { memberCode, signedPath, MEMBERS as WALL_MEMBERS, WALLS, wallsFile } from './intake-wall.ts';
import { insertPending, insertRequests } from './redemptions-data.ts';

const MEMBERS = 500;
const ROUNDS = 3;
const CONNECTIONS = 32;
const IDLE_CALLS = 10_000;
/** Five times the shares before transactions told of themselves after their commit, see docs/measurements.md. */
const ACCEPTED_SHARE_MIN = 0.095;
const REVERSED_SHARE_MIN = 0.13;
const [WALL = ''] = WALLS;
const PENDING = 10_000;
const WORKERS = 2;
/** Fifty times the limit of Tremendous; at its 10 calls a second the drain would last half an hour. */
const CALLS_PER_SECOND_MAX = 500;
/** Turns are given evenly, but a busy machine lets some of them pass together. */
const BUNCHED = 1.1;
const VENDOR_ANSWERS_AFTER_MS = 10;
const CALL_TIMEOUT_MS = 10_000;
const POLL_MS = 200;
/** The bench ends if it is slower than this after `BEGIN_SECONDS_MAX`, because then a redemption waits that must not. */
const REDEMPTIONS_PER_SECOND_MIN = 11;
const BEGIN_SECONDS_MAX = 60;

/**
 * `npm run bench -- redemptions [--members=N] [--rounds=N] [--pending=N]`: redemptions accepted per second over HTTP, while
 * the same process makes their cards, and reversals of credits, each in rounds beside calls that do nothing; then the drain
 * of thousands that an outage left, under a limit of requests per second that two processes of workers share. Returns
 * whether the goals were met. Throws if a point or a card is lost or doubled.
 */
export async function benchRedemptions(args: string[]): Promise<boolean> {
  const number = (name: string, fallback: number) =>
    Number(args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? fallback);
  const folder = await temporaryFolder();
  const embedded = await startEmbedded(folder.path);
  try {
    await migrate(embedded.url);
    const database = createDatabase(createPool(embedded.url, (error) => console.error(error)));
    try {
      const bench = { database, url: embedded.url, dataDir: folder.path };
      const served = await serve(bench, number('members', MEMBERS), number('rounds', ROUNDS));
      const drained = await drain(bench, number('pending', PENDING));
      const goals = [...served, ...drained];
      console.log('\nGoals');
      for (const { name, value, met } of goals)
        console.log(`  ${met ? 'met   ' : 'MISSED'}  ${name}: ${value}`);
      return goals.every(({ met }) => met);
    } finally {
      await database.destroy();
    }
  } finally {
    await embedded.stop();
    await folder.remove();
  }
}

interface Goal {
  name: string;
  value: string;
  met: boolean;
}

interface Bench {
  database: Database;
  url: string;
  dataDir: string;
}

/** Redemptions and reversals over HTTP, each in rounds beside a call that does nothing. */
async function serve(bench: Bench, count: number, rounds: number): Promise<Goal[]> {
  const { database, url, dataDir } = bench;
  const file = path.join(dataDir, 'walls.json');
  await writeFile(file, wallsFile());
  await insertMembers(database);
  const environment = { DATABASE_URL: url, TRUSTED_PROXIES: '127.0.0.1', WALLS_FILE: file };
  const server = await startProcess(dataDir, environment);
  const caller = openCaller(server.port, CONNECTIONS);
  const processes = { server: server.pid, postmaster: await postmasterOf(database) };
  const compare = async (name: string, one: () => Promise<Served>): Promise<number> => {
    const ratios: number[] = [];
    // The first round opens connections and plans statements.
    for (let round = 0; round <= rounds; round += 1) {
      const idle = await callEach(caller, idleCalls(IDLE_CALLS), {
        connections: CONNECTIONS,
        expected: ({ status }) => status === 200,
      });
      const { perSecond, p99Ms, more } = await one();
      if (round > 0) ratios.push(perSecond / idle.perSecond);
      console.log(
        `  round ${round}  ${name} ${perSecond.toFixed(0)} per second, p99 ${p99Ms.toFixed(0)} ms${more}, /healthz ${idle.perSecond.toFixed(0)}`,
      );
    }
    return median(ratios);
  };
  console.log(`${count} calls a round over ${CONNECTIONS} connections; server and load share this machine`);
  console.log('Redemptions, sandbox issuer, the same process makes the cards');
  await createBare(database);
  const accepted = await compare('accepted', () => acceptEach(bench, caller, processes, count));
  await prove(database, count * (rounds + 1));
  console.log('Reversals of credits, each on its own');
  const reversed = await compare('reversed', () => reverseEach(caller, processes, count));
  const differences = [...(await proveLedger(database)), ...(await proveEarning(database))];
  if (differences.length > 0) throw new Error(`The audit found:\n${differences.slice(0, 10).join('\n')}`);
  console.log('  proven: both audits are empty');
  caller.close();
  await server.end();
  return [
    shareGoal('redemptions accepted', accepted, ACCEPTED_SHARE_MIN),
    shareGoal('reversals', reversed, REVERSED_SHARE_MIN),
  ];
}

interface Served {
  perSecond: number;
  p99Ms: number;
  /** Further figures, beginning with a comma. */
  more: string;
}

const idleCalls = (count: number): Call[] =>
  Array.from({ length: count }, () => ({ path: '/healthz', ip: '127.0.0.1' }));

const shareGoal = (what: string, share: number, least: number): Goal => ({
  name: `${what}: at least ${(least * 100).toFixed(1)} % of the rate of /healthz`,
  value: `${(share * 100).toFixed(1)} %`,
  met: share >= least,
});

async function acceptEach(
  { database }: Bench,
  caller: Caller,
  processes: Processes,
  count: number,
): Promise<Served> {
  const calls = await insertRequests(database, count);
  const started = performance.now();
  const accepted = await withCpu(processes, () =>
    callEach(caller, calls, { connections: CONNECTIONS, expected: ({ status }) => status === 200 }),
  );
  await untilEnded(database, count);
  const issued = (count / secondsSince(started)).toFixed(0);
  const bare = await withCpu(processes, () => writeBare(database, count));
  return {
    ...accepted,
    more: `, ${cpuOf(accepted, count)} with the cards made meanwhile, issued ${issued} per second, bare writes ${bare.perSecond.toFixed(0)} per second, ${(bare.postgresMicros / count).toFixed(0)} µs in PostgreSQL`,
  };
}

const BARE_TABLES = ['users', 'captcha_grants', 'card_redemptions', 'ledger_transfers'];

/** Empty copies of what a redemption writes to, with their indexes and checks, without foreign keys and triggers. */
async function createBare(database: Database): Promise<void> {
  await sql`create schema bare`.execute(database);
  for (const table of BARE_TABLES) {
    await sql`create table bare.${sql.table(table)} (like ${sql.table(table)} including all)`.execute(
      database,
    );
  }
  await sql`create table bare.jobs (like graphile_worker._private_jobs including all)`.execute(database);
}

/**
 * The writes of a redemption as plain statements on the copies, each redemption in a transaction of its own, by as many
 * connections as the server has: no lock is asked for, nothing is judged.
 */
async function writeBare(database: Database, count: number): Promise<{ perSecond: number }> {
  const { rows: members } = await sql<{ id: string; grant: string }>`
    with member as (
      insert into bare.users (email, name, password, points)
      select gen_random_uuid(), 'Robin Example', 'none', 100 from generate_series(1, ${count}::integer) returning id
    )
    insert into bare.captcha_grants (user_id, action, expires_at) select id, 'redemption', now() from member
    returning user_id as id, id as grant`.execute(database);
  const started = performance.now();
  const connection = async () => {
    for (let each = members.pop(); each; each = members.pop()) {
      const { id, grant } = each;
      await database.transaction().execute(async (tx) => {
        await sql`update bare.captcha_grants set used_at = now() where id = ${grant}`.execute(tx);
        await sql`update bare.users set points = points - 100, card_tier_last_chosen = '1USD' where id = ${id}`.execute(
          tx,
        );
        await sql`insert into bare.card_redemptions (user_id, card_tier, amount_cents, points_used, request_id, provider,
            promised_by, reward_id, reward_kind, reward_title)
          values (${id}, '1USD', 100, 100, ${id}, 'sandbox', now(), ${id}, 'prepaid_card', 'Prepaid card')`.execute(
          tx,
        );
        await sql`insert into bare.ledger_transfers (key, unit, from_account, to_account, amount, kind, reference, actor,
            balance_after)
          values (${`redemption:${id}`}, 'points', ${`member:${id}`}, 'payouts:held', 100, 'redemption', ${id},
            ${`member:${id}`}, 0)`.execute(tx);
        await sql`insert into bare.jobs (task_id, key, payload) values (1, ${`fulfil_redemption:${id}`}, '{}')`.execute(
          tx,
        );
      });
    }
  };
  await Promise.all(Array.from({ length: POOL_SIZE_MAX }, connection));
  return { perSecond: count / secondsSince(started) };
}

/** Credits first, which are not measured. */
async function reverseEach(caller: Caller, processes: Processes, count: number): Promise<Served> {
  const credits = Array.from({ length: count }, (_, n) => ({
    tx: randomUUID(),
    user: memberCode(n % WALL_MEMBERS),
  }));
  const calls = (kind: 'credit' | 'reversal') =>
    credits.map(({ tx, user }): Call => ({ path: signedPath(WALL, tx, user, kind), ip: '127.0.0.1' }));
  const expected = ({ body }: Answer) => body === 'ok';
  await callEach(caller, calls('credit'), { connections: CONNECTIONS, expected });
  const reversed = await withCpu(processes, () =>
    callEach(caller, calls('reversal'), { connections: CONNECTIONS, expected }),
  );
  return { ...reversed, more: `, ${cpuOf(reversed, count)} with the members told meanwhile` };
}

type Processes = Parameters<typeof withCpu>[0];

const cpuOf = ({ nodeMicros, postgresMicros }: Cpu, count: number) =>
  `µs in Node ${(nodeMicros / count).toFixed(0)} and PostgreSQL ${(postgresMicros / count).toFixed(0)}`;

async function drain({ database, url, dataDir }: Bench, pending: number): Promise<Goal[]> {
  const [vendor, stripe] = await Promise.all([startTremendous(), startStripe()]);
  const arrivals: number[] = [];
  vendor.setFault(() => {
    arrivals.push(performance.now());
    return { answerAfterMs: VENDOR_ANSWERS_AFTER_MS };
  });
  const issuedBefore = await countIssued(database);
  await insertPending(database, 'tremendous', pending);
  const plan: WorkerPlan = {
    databaseUrl: url,
    dataDir,
    tremendous: { ...vendor.settings, callsPerSecondMax: CALLS_PER_SECOND_MAX },
    stripe: stripe.settings,
    callTimeoutMs: CALL_TIMEOUT_MS,
    sandbox: { seed: 0, refusals: 0, faults: 0 },
  };
  const workers = await Promise.all(Array.from({ length: WORKERS }, () => startWorker(plan)));
  const started = performance.now();
  await untilEnded(database, pending);
  const seconds = secondsSince(started);
  for (const worker of workers) worker.kill('SIGKILL');
  await Promise.all([vendor.close(), stripe.close()]);

  console.log(
    `\nDrain of ${pending} redemptions after an outage, ${WORKERS} processes of workers, ${CALLS_PER_SECOND_MAX} requests per second allowed`,
  );
  const rate = arrivals.length / seconds;
  console.log(
    `  ${seconds.toFixed(1)} s, ${(pending / seconds).toFixed(0)} redemptions per second, ${(arrivals.length / pending).toFixed(2)} requests each, ${((100 * rate) / CALLS_PER_SECOND_MAX).toFixed(0)} % of the limit used`,
  );
  onePerRedemption(vendor, pending);
  await prove(database, issuedBefore + pending);
  const peak = busiestSecond(arrivals);
  return [
    {
      name: `at most ${CALLS_PER_SECOND_MAX} requests in any second, a tenth for bunching`,
      value: String(peak),
      met: peak <= CALLS_PER_SECOND_MAX * BUNCHED,
    },
    {
      name: `at most ${WORKERS * JOBS_RUNNING_MAX.payouts} requests in flight`,
      value: String(vendor.inFlightMax()),
      met: vendor.inFlightMax() <= WORKERS * JOBS_RUNNING_MAX.payouts,
    },
  ];
}

async function startWorker(plan: WorkerPlan): Promise<ChildProcess> {
  const file = path.join(import.meta.dirname, '../testing/payouts/worker.ts');
  const worker = fork(file, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  worker.send(plan);
  await once(worker, 'message');
  return worker;
}

async function untilEnded(database: Database, count: number): Promise<void> {
  const end = performance.now() + 1_000 * (BEGIN_SECONDS_MAX + count / REDEMPTIONS_PER_SECOND_MIN);
  for (;;) {
    const open = await database
      .selectFrom('cardRedemptions')
      .select(['id', 'status', 'reason', 'leasedUntil'])
      .where('status', 'in', ['pending', 'processing', 'review'])
      .limit(1)
      .execute();
    if (open.length === 0) return;
    if (performance.now() > end) throw new Error(`Not ended in time: ${JSON.stringify(open)}`);
    await sleep(POLL_MS);
  }
}

async function countIssued(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom('cardRedemptions')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('status', '=', 'issued')
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function prove(database: Database, issued: number): Promise<void> {
  const differences = [...(await proveLedger(database)), ...(await proveRedemptions(database))];
  if (differences.length > 0) throw new Error(`The audit found:\n${differences.slice(0, 10).join('\n')}`);
  const count = await countIssued(database);
  if (count !== issued) throw new Error(`${issued} redemptions were asked for, ${count} are issued`);
  console.log('  proven: every request is issued once; both audits are empty');
}

function onePerRedemption(vendor: TremendousStandIn, pending: number): void {
  const named = new Set(vendor.orders.map(({ externalId }) => externalId));
  if (named.size !== pending || vendor.orders.length !== pending) {
    throw new Error(`${pending} redemptions made ${vendor.orders.length} orders of ${named.size} names`);
  }
}

/** The largest number of these moments, in milliseconds, within one second. */
function busiestSecond(moments: number[]): number {
  let [first, most] = [0, 0];
  for (const [last, moment] of moments.entries()) {
    while ((moments[first] ?? moment) <= moment - 1_000) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const secondsSince = (started: number) => (performance.now() - started) / 1_000;
