import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from '@prometheus-io/client';
import type pg from 'pg';
import { VERSION } from '#server/version.ts';

/** Metrics of this process: what it holds open and what it has done since its start. */

/** Metrics of the library that are removed: no dashboard uses them, and they cost a timer ten times a second. */
const UNTOLD = ['nodejs_eventloop_utilization_summary', 'nodejs_eventloop_utilization_histogram'];
/** Node's longest timer, 24 days. */
const SELDOM_MS = 2 ** 31 - 1;

collectDefaultMetrics({ eventLoopUtilizationTimeout: SELDOM_MS });
for (const name of UNTOLD) register.removeSingleMetric(name);

/** What a process holds, read when metrics are asked for. */
export interface Held {
  roles: readonly string[];
  /** `work` for requests and jobs, `direct` for the queue where a pooler is between. */
  pools: { name: string; pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> }[];
  streams: () => { open: number; max: number };
  breakers: () => { provider: string; open: boolean }[];
}

const held = new Set<Held>();

/** Shows in the metrics what a process holds, until the returned function is called. */
export function showHeld(one: Held): () => void {
  held.add(one);
  return () => void held.delete(one);
}

new Gauge({
  name: 'pocketful_info',
  help: 'Version and roles of the process; always 1',
  labelNames: ['version', 'roles'],
  collect() {
    this.reset();
    for (const { roles } of held) this.set({ version: VERSION, roles: roles.join(',') }, 1);
  },
});
new Gauge({
  name: 'database_connections',
  help: 'Connections of the process to the database',
  labelNames: ['pool', 'state'],
  collect() {
    this.reset();
    for (const { name, pool } of pools()) {
      this.inc({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount);
      this.inc({ pool: name, state: 'idle' }, pool.idleCount);
    }
  },
});
new Gauge({
  name: 'database_connections_awaited',
  help: 'Pieces of work that wait for a connection to the database',
  labelNames: ['pool'],
  collect() {
    this.reset();
    for (const { name, pool } of pools()) this.inc({ pool: name }, pool.waitingCount);
  },
});
new Gauge({
  name: 'event_streams',
  help: 'Open pages that the process tells what changed',
  collect() {
    this.set(sum(({ streams }) => streams().open));
  },
});
new Gauge({
  name: 'event_streams_max',
  help: 'Open pages that the process has room for',
  collect() {
    this.set(sum(({ streams }) => streams().max));
  },
});
new Gauge({
  name: 'payout_breaker_open',
  help: 'Whether the process has stopped calls to a payout provider that refuses its credentials: 1 or 0',
  labelNames: ['provider'],
  collect() {
    this.reset();
    for (const { breakers } of held)
      for (const { provider, open } of breakers()) this.inc({ provider }, open ? 1 : 0);
  },
});

const pools = () => [...held].flatMap((one) => one.pools);
const sum = (of: (one: Held) => number) => [...held].reduce((total, one) => total + of(one), 0);

const lost = new Counter({
  name: 'database_lost_total',
  help: 'Times that the database gave no sign of life, or could not be reached again',
});
/** Counts that the database was lost. */
export const countLost = (): void => lost.inc();

const batches = {
  items: new Histogram({
    name: 'batch_items',
    help: 'How many calls were committed together',
    labelNames: ['of'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128],
  }),
  seconds: new Histogram({
    name: 'batch_seconds',
    help: 'Time to commit calls together',
    labelNames: ['of'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2, 10],
  }),
};

/** Counts a batch that has ended. */
export function observeBatch(of: string, items: number, ms: number): void {
  batches.items.observe({ of }, items);
  batches.seconds.observe({ of }, ms / 1000);
}

const jobs = {
  seconds: new Histogram({
    name: 'job_seconds',
    help: 'Time of a run of a job',
    labelNames: ['task', 'result'],
    buckets: [0.01, 0.1, 0.5, 2, 10, 60],
  }),
  givenUp: new Counter({
    name: 'jobs_given_up_total',
    help: 'Jobs that failed at their last try',
    labelNames: ['task'],
  }),
};

/** Begins the count of given up jobs of a task at 0: an alert sees no increase to where a count begins. */
export const awaitJob = (task: string): void => jobs.givenUp.inc({ task }, 0);

/** Counts a run of a job; `lastTry` if a failed one is not tried again. */
export function observeJob(
  task: string,
  { ms, failed, lastTry }: { ms: number; failed: boolean; lastTry: boolean },
): void {
  jobs.seconds.observe({ task, result: failed ? 'failed' : 'done' }, ms / 1000);
  if (failed && lastTry) jobs.givenUp.inc({ task });
}
