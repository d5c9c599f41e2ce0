import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { build } from 'vite';
import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { proveRedemptions } from '#domain/redemption/index.ts';
import { SandboxBook } from '#providers/payouts/sandbox/book.ts';
import { bundle } from '#scripts/bundle.ts';
import { afterwards } from '#testing/afterwards.ts';
import { testDatabase } from '#testing/database.ts';
import { WAIT } from '#testing/patience.ts';
import { COMPILE_CACHE, temporaryFolder } from '#testing/process.ts';
import { BILLING_ADDRESS, openRedemption } from '#testing/redemption.ts';
import { diceOf } from '#testing/seed.ts';
import { startStatementProxy } from '#testing/statement-proxy.ts';
import type { Careless } from './careless.ts';
import { stepOf, type Tally, unluckyStripe, unluckyTremendous } from './crash-faults.ts';
import { openStock } from './crash-stock.ts';
import { FILE_CODES } from './staff.ts';
import { startStripe } from './stripe.ts';
import { startTremendous } from './tremendous.ts';
import type { WorkerPlan } from './worker.ts';

/**
 * Redemptions in a process of workers that is killed again and again, at providers with faults. A schedule is one
 * redemption with everything that happens to it. The harness makes time pass: a pause or the lease of a dead worker ends as
 * soon as everything that was sent has landed.
 */

/**
 * A call to a provider is given up after this; late or lost requests land sooner than the next `TICK_MS`. Without faults a
 * busy machine may take longer for it.
 */
const CALL_TIMEOUT_MS = { bad: 300, calm: 10_000 };
const TICK_MS = 250;
/** Share of the calls that get a fault. */
const FAULTS = 0.3;
/**
 * The faults last until `wanted` workers were killed; on a busy machine at most `BAD_MS_MAX`, with `least` kills. Then no
 * more faults occur, and every redemption must end.
 */
const BAD_DAY_KILLS = { wanted: 30, least: 12 };
const BAD_MS_MAX = 20_000;
/** All redemptions of a lane may take so long to end when no more faults occur. */
const CALM_MS_MAX = 5 * WAIT.timeout;
const AWAY_MS = 200;
const STATEMENT_KILL_MAX = 40;
const REQUEST_KILL_MAX = 10;
const SANDBOX_KILL_MAX = 6;

/** The admin is slow while faults occur, so that there is time for kills. */
const STAFF_PAUSE_MS = { bad: 300, calm: 20 };

export type Provider = 'sandbox' | 'tremendous' | 'stripe' | 'stock' | 'manual';

export interface Lane {
  /** Plays this many schedules at a time for each provider. Returns a sentence for each broken promise. */
  play: (providers: readonly Provider[], schedules: number) => Promise<string[]>;
  tally: Tally;
}

/** Builds the workers' program, which is started often, as a few files. Returns its path; it is removed after the test file. */
export async function buildWorker(): Promise<string> {
  const root = path.join(import.meta.dirname, '../..');
  const folder = await mkdtemp(path.join(root, '.build', 'worker-'));
  afterwards(() => rm(folder, { recursive: true }));
  const settings = bundle(path.relative(root, folder), { worker: 'testing/payouts/worker.ts' });
  await build({ ...settings, root, configFile: false, logLevel: 'warn' });
  return path.join(folder, 'worker.js');
}

/** A database, vendors and a killable process of `worker`, all removed after the test file. */
export async function openLane(seed: number, worker: string, careless?: Careless): Promise<Lane> {
  const { url, database } = await testDatabase();
  const [proxy, tremendous, stripe, folder] = await Promise.all([
    startStatementProxy(url),
    startTremendous(),
    startStripe(),
    temporaryFolder(),
  ]);
  const stock = await openStock(database);
  const dice = diceOf(seed, 'lane');
  const tally: Tally = { schedules: 0, kills: {}, faults: {}, ends: {} };
  const count = (table: Record<string, number>, name: string) => {
    table[name] = (table[name] ?? 0) + 1;
  };
  const broken: string[] = [];
  let child: ChildProcess | undefined;
  /** The next worker, which has already read its files. */
  let spare: ChildProcess | undefined;
  let files = 0;
  let calm = false;
  let life = 0;
  /** The number of requests until the worker is killed. */
  let requestsLeft = Number.POSITIVE_INFINITY;

  afterwards(async () => {
    await end();
    spare?.kill('SIGKILL');
    proxy.close();
    await Promise.all([tremendous.close(), stripe.close(), folder.remove()]);
  });

  const kill = (where: string) => {
    count(tally.kills, where);
    child?.kill('SIGKILL');
  };
  const unlucky = {
    dice,
    seed,
    share: FAULTS,
    isCalm: () => calm,
    note: (name: string) => count(tally.faults, name),
  };
  for (const [vendor, faultOf] of [
    [tremendous, unluckyTremendous(unlucky)],
    [stripe, unluckyStripe(unlucky, stripe)],
  ] as const) {
    vendor.setFault((call) => {
      requestsLeft -= 1;
      if (requestsLeft !== 0) return faultOf(call);
      const carriedOut = dice.chance(0.5);
      kill(`${carriedOut ? 'after' : 'before'} a request was carried out`);
      return carriedOut ? 'lose_reply' : 'lose_request';
    });
  }

  /** Starts a worker and decides when it dies. */
  async function begin(): Promise<void> {
    life += 1;
    const death = calm ? 'none' : dice.pick(['statement', 'statement', 'request', 'sandbox'] as const);
    requestsLeft = death === 'request' ? 1 + dice.below(REQUEST_KILL_MAX) : Number.POSITIVE_INFINITY;
    const plan: WorkerPlan = {
      databaseUrl: proxy.url,
      dataDir: folder.path,
      tremendous: tremendous.settings,
      stripe: stripe.settings,
      callTimeoutMs: calm ? CALL_TIMEOUT_MS.calm : CALL_TIMEOUT_MS.bad,
      sandbox: {
        refusals: seed,
        seed: seed + life,
        faults: calm ? 0 : FAULTS,
        ...(death === 'sandbox' ? { killAt: 1 + dice.below(SANDBOX_KILL_MAX) } : {}),
      },
      staff: {
        ...stock.plan,
        seed: seed + life,
        refusals: seed,
        files,
        pauseMsMax: calm ? STAFF_PAUSE_MS.calm : STAFF_PAUSE_MS.bad,
      },
      ...(careless ? { careless } : {}),
    };
    child = spare ?? forkWorker(worker);
    child.send(plan);
    spare = calm ? undefined : forkWorker(worker);
    await Promise.race([once(child, 'message'), once(child, 'exit')]);
    if (death !== 'statement') return;
    proxy.holdBack(1 + dice.below(STATEMENT_KILL_MAX), (transaction) => kill(stepOf(transaction)));
  }

  async function end(): Promise<void> {
    proxy.release();
    requestsLeft = Number.POSITIVE_INFINITY;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** After the worker has died, ends its leases and starts another one. */
  async function revive(): Promise<void> {
    if (child?.exitCode === null && child.signalCode === null) return;
    proxy.release();
    if (requestsLeft === Number.POSITIVE_INFINITY && child?.signalCode) noteSandboxKill();
    // Everything that the dead worker had sent lands before its lease would have ended.
    await sleep(TICK_MS);
    if (child?.exitCode) broken.push(`a worker ended by itself with ${child.exitCode}`);
    broken.push(...(await audits()));
    await passTime(database, { dead: true, ids: [] });
    await begin();
  }

  /** Invariants at any moment, after any kills. */
  const audits = async () => [
    ...(await proveLedger(database)),
    ...(await proveRedemptions(database)),
    ...(await stock.broken()),
  ];
  let killsNoted = 0;
  const noteSandboxKill = () => {
    const all = Object.values(tally.kills).reduce((sum, kills) => sum + kills, 0);
    if (all === killsNoted) count(tally.kills, 'within a call to the sandbox issuer');
    killsNoted = Object.values(tally.kills).reduce((sum, kills) => sum + kills, 0);
  };

  async function live(ids: string[], providers: readonly Provider[]): Promise<void> {
    let resting = new Set<string>();
    const firstLife = life;
    const begun = performance.now();
    const past = (ms: number) => performance.now() > begun + ms;
    const isOver = () => {
      const wanted = past(BAD_MS_MAX) ? BAD_DAY_KILLS.least : BAD_DAY_KILLS.wanted;
      return !calm && life - firstLife >= wanted;
    };
    while (!past(calm ? CALM_MS_MAX : WAIT.timeout) && !isOver()) {
      await sleep(TICK_MS);
      await revive();
      const open = await readOpen(database, ids);
      if (open.length === 0) return;
      const now = new Set(open.filter((row) => row.resting).map(({ id, attempts }) => `${id} ${attempts}`));
      // Includes those that rested a tick ago: what they had sent has landed.
      const due = [...now].filter((key) => resting.has(key)).map((key) => key.slice(0, 36));
      await passTime(database, { dead: false, ids: due });
      resting = now;
      if (!calm) badLuck(providers);
    }
  }

  function badLuck(providers: readonly Provider[]): void {
    const hit = (name: string, share: number, act: () => void) => {
      if (!dice.chance(share)) return;
      count(tally.faults, name);
      act();
    };
    if (providers.includes('tremendous')) hit('connections refused', 0.08, () => tremendous.goAway(AWAY_MS));
    if (!providers.includes('stripe')) return;
    hit('connections refused', 0.08, () => stripe.goAway(AWAY_MS));
    hit('keys pruned', 0.1, stripe.forgetKeys);
    stripe.setFunds(1_000_000_00);
    hit('low balance', 0.15, () => stripe.setFunds(0));
  }

  return {
    tally,
    play: async (providers, schedules) => {
      calm = false;
      const wanted = providers.flatMap((provider) => Array.from({ length: schedules }, () => provider));
      if (providers.includes('stock')) await stock.fill(schedules);
      const opened: { id: string; memberId: string; provider: Provider }[] = [];
      // Together some would wait longer for a connection than they may.
      for (const provider of wanted) {
        const redemption = await openRedemption(database, { provider });
        const userId = redemption.memberId;
        await database
          .insertInto('billingAddresses')
          .values({ userId, ...BILLING_ADDRESS })
          .execute();
        opened.push({ ...redemption, provider });
      }
      const ids = opened.map(({ id }) => id);
      await stock.empty();
      files += Math.ceil(schedules / FILE_CODES);
      await begin();
      await live(ids, providers);
      calm = true;
      stripe.setFunds(1_000_000_00);
      stripe.forgetKeys();
      await end();
      await sleep(TICK_MS);
      await passTime(database, { dead: true, ids });
      await begin();
      await live(ids, providers);
      await end();

      tally.schedules += opened.length;
      const cards = await new SandboxBook(path.join(folder.path, 'sandbox-issuer.jsonl')).cards();
      const given = await stock.given();
      const liveOf = (id: string) =>
        (given.get(id) ?? 0) +
        cards.filter((card) => card.redemptionId === id && card.state === 'issued').length +
        tremendous.orders.filter((order) => order.externalId?.startsWith(id) && order.status === 'EXECUTED')
          .length +
        stripe.cards.filter(
          (card) => card.metadata?.redemption_id?.startsWith(id) && card.status === 'active',
        ).length;
      broken.push(...(await audits()));
      for (const { id, memberId, provider } of opened) {
        const state = await readEnd(database, id, memberId);
        count(tally.ends, state.status);
        const seen = `${state.status} ${state.points} ${liveOf(id)}`;
        if (seen === 'issued 0 1' || seen === 'failed 100 0') continue;
        broken.push(
          `redemption ${id} of ${provider}: ${state.status}, ${state.points} points, ${liveOf(id)} live`,
        );
      }
      return broken.splice(0);
    },
  };
}

function forkWorker(worker: string): ChildProcess {
  return fork(worker, {
    execArgv: [],
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

const readOpen = async (database: Database, ids: string[]) =>
  database
    .selectFrom('cardRedemptions')
    .select(['id', 'attempts', 'resting'])
    .where('id', 'in', ids)
    .where('status', 'in', ['pending', 'processing', 'review'])
    .execute();

const readEnd = (database: Database, id: string, memberId: string) =>
  database
    .selectFrom('cardRedemptions as r')
    .innerJoin('users as u', 'u.id', 'r.userId')
    .select(['r.status', 'u.points'])
    .where('r.id', '=', id)
    .where('u.id', '=', memberId)
    .executeTakeFirstOrThrow();

/** Ends the pauses of redemptions, in the order in which codes that come wake them; where the worker is `dead`, also its
 * leases and its hold on jobs. */
async function passTime(database: Database, { dead, ids }: { dead: boolean; ids: string[] }): Promise<void> {
  if (dead) {
    await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 hour'
      where locked_at is not null`.execute(database);
  }
  // Workers lock the job before its redemption, so that this may end in a deadlock, and begins again.
  await transactOn(database)((tx) =>
    sql`
      with due as (
        update card_redemptions
        set leased_until = now() - interval '1 minute', unanswered_since = case
            when unanswered_since is not null then least(unanswered_since, now() - interval '10 minutes') end,
          last_unanswered_at = case
            when last_unanswered_at is not null then least(last_unanswered_at, now() - interval '10 minutes') end
        where id in (
          select id from card_redemptions
          where status in ('pending', 'processing', 'review') and leased_until is not null
            and (${dead} or resting and id = any(${ids}))
          order by created_at, id for update)
        returning id
      )
      select graphile_worker.add_job('fulfil_redemption', json_build_object('redemptionId', id),
        job_key => 'fulfil_redemption:' || id) from due`.execute(tx),
  );
}
