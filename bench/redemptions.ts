import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, createPool, type Database } from '#database/client.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { proveRedemptions } from '#domain/redemption/index.ts';
import { JOBS_RUNNING_MAX } from '#server/jobs/run.ts';
import { giveGrants } from '#testing/captcha.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startStripe } from '#testing/payouts/stripe.ts';
import { startTremendous, type TremendousStandIn } from '#testing/payouts/tremendous.ts';
import type { WorkerPlan } from '#testing/payouts/worker.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';
import { insertPending } from './redemptions-data.ts';

const MEMBERS = 500;
const CONNECTIONS = 32;
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
 * `npm run bench -- redemptions [--members=N] [--pending=N]`: redemptions per second from the request over HTTP to the
 * issued card of the sandbox, and the drain of thousands that an outage left, under a limit of requests per second that
 * two processes of workers share. Returns whether the limit was kept. Throws if a point or a card is lost or doubled.
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
      await endToEnd(bench, number('members', MEMBERS));
      return await drain(bench, number('pending', PENDING));
    } finally {
      await database.destroy();
    }
  } finally {
    await embedded.stop();
    await folder.remove();
  }
}

interface Bench {
  database: Database;
  url: string;
  dataDir: string;
}

async function endToEnd({ database, url, dataDir }: Bench, members: number): Promise<void> {
  const server = await startProcess(dataDir, { DATABASE_URL: url, TRUSTED_PROXIES: '127.0.0.1' });
  const visitors: { cookie: string; ip: string }[] = [];
  for (let n = 0; n < members; n++) {
    const member = await createMember(database, { points: 100 });
    await giveGrants(database, member.id, 'redemption');
    visitors.push({ cookie: await signIn(database, member), ip: `10.1.${n >> 8}.${n & 255}` });
  }
  const started = performance.now();
  let next = 0;
  const connection = async () => {
    for (let visitor = visitors[next++]; visitor; visitor = visitors[next++]) {
      const answer = await fetch(`${server.url}/api/redemptions`, {
        method: 'POST',
        headers: {
          Cookie: visitor.cookie,
          'X-Forwarded-For': visitor.ip,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ requestId: randomUUID(), cardTier: '1USD' }),
      });
      if (answer.status !== 200)
        throw new Error(`a request answered ${answer.status} ${await answer.text()}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  const accepted = members / secondsSince(started);
  await untilEnded(database, members);
  const issued = members / secondsSince(started);
  await server.end();
  console.log(
    `End to end, ${members} members over ${CONNECTIONS} connections, sandbox issuer, server and load share this machine`,
  );
  console.log(
    `  accepted ${accepted.toFixed(0)} per second, issued ${issued.toFixed(0)} per second, issued/accepted ${(issued / accepted).toFixed(2)}`,
  );
  await prove(database, members);
}

async function drain({ database, url, dataDir }: Bench, pending: number): Promise<boolean> {
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
  const goals = [
    {
      name: `at most ${CALLS_PER_SECOND_MAX} requests in any second, a tenth for bunching`,
      value: String(peak),
      met: peak <= CALLS_PER_SECOND_MAX * BUNCHED,
    },
    {
      name: `at most ${WORKERS * JOBS_RUNNING_MAX} requests in flight`,
      value: String(vendor.inFlightMax()),
      met: vendor.inFlightMax() <= WORKERS * JOBS_RUNNING_MAX,
    },
  ];
  console.log('\nGoals');
  for (const { name, value, met } of goals) console.log(`  ${met ? 'met   ' : 'MISSED'}  ${name}: ${value}`);
  return goals.every(({ met }) => met);
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

const secondsSince = (started: number) => (performance.now() - started) / 1_000;
