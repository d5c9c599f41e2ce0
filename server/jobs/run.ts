import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import {
  Logger,
  type Runner,
  run,
  type Task,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker';
import type pg from 'pg';
import { probe } from '#database/connection.ts';
import { showPresence } from '#database/job-holders.ts';
import type { Jobs } from '#database/queue.ts';
import { queueDue, type Timed } from '#database/timetable.ts';
import type { Log } from '#server/log.ts';
import { awaitJob, observeJob } from '#server/metrics/index.ts';
import { traced } from '#server/tracing/index.ts';
import { repeat } from './repeat.ts';

/**
 * Jobs that one process runs at the same time, by lane. Jobs that wait for the same outside parties share a lane, so that
 * silent ones delay no others. `own` has room for a feed and a picture that do not come.
 */
export const JOBS_RUNNING_MAX = { own: 4, payouts: 4, mail: 2, notices: 2 };
type Lane = keyof typeof JOBS_RUNNING_MAX;
/** This lane listens for new jobs, and wakes the others. */
const LISTENING: Lane = 'own';

const LANES: Record<keyof Jobs, Lane> = {
  send_sign_up_mail: 'mail',
  send_reset_mail: 'mail',
  send_email_change_mail: 'mail',
  send_farewell_mail: 'mail',
  deliver_notice: 'notices',
  fulfil_redemption: 'payouts',
  check_reward: 'payouts',
  reconcile_payouts: 'payouts',
  recover_notices: 'own',
  clean_up: 'own',
  clean_up_daily: 'own',
  watch_members: 'own',
  watch_reviews: 'own',
  roll_up_ledger: 'own',
  mature_credits: 'own',
  watch_walls: 'own',
  pull_feeds: 'own',
  keep_pictures: 'own',
  remind_of_offers: 'own',
  mend_times: 'own',
};

/** Jobs for now start at once (LISTEN/NOTIFY); later ones and retries within this time of being due. */
const POLL_INTERVAL_MS = 1_000;
/** How long a stopping server waits for running jobs; afterwards another process takes them over. */
const STOP_ABORT_AFTER_MS = 5_000;
/** Workers that end longer than this are given up: others take their place, and their jobs are freed with their presence. */
const END_MS_MAX = 10_000;
/** Milliseconds between two searches for jobs of dead processes. */
const FREE_PAUSE_MS = 5_000;

/** Milliseconds before workers that ended by themselves are started again. */
const RESTART_PAUSE_MS = 1_000;

/** Milliseconds between two looks at the timetable. */
const TIMETABLE_PAUSE_MS = 2_000;

const TIMETABLE: readonly Timed[] = [
  { task: 'clean_up', every: '1 hour', at: '17 minutes', attemptsMax: 3 },
  { task: 'clean_up_daily', every: '1 day', at: '3 hours 41 minutes', attemptsMax: 3 },
  { task: 'reconcile_payouts', every: '1 day', at: '4 hours 11 minutes', attemptsMax: 3 },
  { task: 'watch_members', every: '1 hour', at: '27 minutes', attemptsMax: 3 },
  { task: 'watch_walls', every: '5 minutes', attemptsMax: 3 },
  { task: 'pull_feeds', every: '1 minute', attemptsMax: 1 },
  { task: 'keep_pictures', every: '1 minute', attemptsMax: 1 },
  { task: 'remind_of_offers', every: '1 minute', attemptsMax: 1 },
  { task: 'watch_reviews', every: '1 minute', attemptsMax: 3 },
  { task: 'roll_up_ledger', every: '10 seconds', attemptsMax: 1 },
  { task: 'mature_credits', every: '1 minute', attemptsMax: 3 },
  { task: 'recover_notices', every: '1 minute', attemptsMax: 1 },
  { task: 'mend_times', every: '1 minute', attemptsMax: 1 },
];

/** The code of each job. It only calls one function of the domain and throws if the job must be tried again. */
export type Tasks = { [Name in keyof Jobs]: (payload: Jobs[Name]) => Promise<void> };

interface Options {
  pool: pg.Pool;
  log: Log;
  tasks: Tasks;
}

/**
 * Runs jobs from the queue until `stop`, which waits for running ones. A task that throws is tried again later, with
 * growing pauses; if its process is killed, another process runs it within seconds. One connection of the pool is kept to
 * listen. The workers end if the database fails when they fetch a job or record its result; new ones are then started.
 */
export async function startJobs(options: Options): Promise<{ stop: () => Promise<void> }> {
  const { log } = options;
  for (const task of Object.keys(LANES)) awaitJob(task);
  let workers = await startWorkers(options);
  const stopping = Promise.withResolvers<'stopping'>();
  const watching = repeat(
    async () => {
      if ((await Promise.race([workers.ended, stopping.promise])) === 'stopping') return;
      log.error('the workers of jobs have ended and are started again');
      await workers.stop();
      workers = await startWorkers(options);
    },
    RESTART_PAUSE_MS,
    (error) => log.error({ err: error }, 'the workers of jobs do not start'),
  );
  const timetable = repeat(
    () => queueDue(options.pool, TIMETABLE),
    TIMETABLE_PAUSE_MS,
    (error) => log.warn({ err: error }, 'jobs of the timetable are not queued'),
  );
  return {
    stop: async () => {
      await timetable.stop();
      stopping.resolve('stopping');
      await watching.stop();
      await workers.stop();
    },
  };
}

interface Workers {
  /** Resolves when they have ended, by `stop` or by themselves. */
  ended: Promise<'ended'>;
  /** May be called repeatedly, and after they have ended. */
  stop: () => Promise<void>;
}

async function startWorkers(options: Options): Promise<Workers> {
  const { log } = options;
  const unheard = Promise.withResolvers<void>();
  const pools = new Map<Lane, WorkerPool>();
  const lanes: ReturnType<typeof watched>[] = [];
  let ending: Promise<unknown> | undefined;
  const stopAll = () =>
    Promise.all(
      lanes.map(({ stop }) =>
        stop().catch((error: unknown) => log.warn({ err: error }, 'the workers of jobs do not end cleanly')),
      ),
    );
  const end = async () => {
    ending ??= Promise.race([stopAll(), pause(END_MS_MAX, undefined, { ref: false })]);
    await ending;
  };
  const start = async () => {
    const names = Object.keys(JOBS_RUNNING_MAX) as Lane[];
    const started = await Promise.allSettled(
      names.map(async (lane) => {
        const events = laneEvents(lane, pools, unheard.resolve);
        lanes.push(watched(await run(laneOptions(options, lane, events))));
      }),
    );
    for (const result of started) if (result.status === 'rejected') throw result.reason;
    const workers = [...pools.values()].map(({ id }) => id);
    return showPresence(options.pool, workers);
  };
  const presence = await start().catch(async (error: unknown) => {
    await end();
    throw error;
  });
  // The answer that was lost may have given them a job, which the database keeps for workers of their name.
  const ended = Promise.race([unheard.promise.then(end), ...lanes.map((lane) => lane.ended)]).then(
    (): 'ended' => 'ended',
  );
  const freeing = repeat(presence.freeJobsOfDeadWorkers, FREE_PAUSE_MS, (error) => {
    log.warn({ err: error }, 'jobs of ended processes are not freed');
  });
  return {
    ended,
    stop: async () => {
      await freeing.stop();
      await end();
      await presence.close();
    },
  };
}

/** Adds the lane's workers to `pools` when they begin. Calls `onUnheard` if they could not hear whether there is a job. */
function laneEvents(lane: Lane, pools: Map<Lane, WorkerPool>, onUnheard: () => void): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  events.once('worker:getJob:error', onUnheard);
  events.on('pool:create', ({ workerPool }) => pools.set(lane, workerPool));
  events.on('pool:gracefulShutdown', () => pools.delete(lane));
  events.on('pool:listen:success', ({ client }) => {
    const stop = probe(client);
    events.once('pool:listen:release', stop);
  });
  events.on('pool:listen:notification', ({ message }) => {
    if (message.channel === 'jobs:insert') wake(pools, message.payload);
  });
  return events;
}

/**
 * Lets as many workers of each lane look for a job as it has new ones. Others would read past them. A message that names no
 * tasks is of a timed job or of a release before; the listening lane heeds its count by itself.
 */
function wake(pools: Map<Lane, WorkerPool>, message = '{}'): void {
  const { count = 1, jobs } = JSON.parse(message) as { count?: number; jobs?: Record<string, number> };
  for (const [lane, pool] of pools) {
    const due = jobs ? countOf(lane, jobs) : count;
    if (due > 0 && (jobs || lane !== LISTENING)) pool.nudge(due);
  }
}

/** How many of the jobs, counted by task, are of this lane. */
const countOf = (lane: Lane, jobs: Record<string, number>) =>
  Object.entries(jobs).reduce(
    (sum, [task, count]) => (LANES[task as keyof Jobs] === lane ? sum + count : sum),
    0,
  );

const laneOptions = (options: Options, lane: Lane, events: WorkerEvents) => ({
  events,
  pgPool: lanePool(options.pool, lane === LISTENING),
  taskList: taskList(options.tasks, lane),
  concurrency: JOBS_RUNNING_MAX[lane],
  pollInterval: POLL_INTERVAL_MS,
  gracefulShutdownAbortTimeout: STOP_ABORT_AFTER_MS,
  noHandleSignals: true,
  // The library's own timetable goes by the clock of each process.
  parsedCronItems: [],
  logger: workerLogger(options.log),
  preset: {
    worker: {
      // With a delay, even of zero, workers end if a job's result cannot be recorded. Without one the process would end.
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
      // A plan for any tasks reads past every job that waits, one for these finds them by their own index (database/migrate.ts).
      preparedStatements: false,
    },
  },
});

/** Workers that have ended cannot be stopped. They have logged why they ended. */
function watched(runner: Runner): { ended: Promise<void>; stop: () => Promise<void> } {
  let running = true;
  const ended = runner.promise
    .catch(() => undefined)
    .then(() => {
      running = false;
    });
  return { ended, stop: async () => (running ? runner.stop() : undefined) };
}

/**
 * The pool, for a library that gives its listening connection back twice when that fails while the workers end (graphile-worker
 * 0.18, the `release` of main.js, which nobody awaits). The pool throws at the second time, and the process would end by it.
 * Only for its listening connection it passes a callback: a lane that does not listen never gets one.
 */
function lanePool(pool: pg.Pool, listens: boolean): pg.Pool {
  type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: Release) => void;
  type Release = (error?: Error | boolean) => void;
  const listen = (callback: Callback) =>
    pool.connect((error, client, done) => {
      let isReleased = false;
      callback(error, client, (failure) => {
        if (isReleased) return;
        isReleased = true;
        // A pool that has ended gives none.
        done?.(failure);
      });
    });
  const connect = (callback?: Callback) => {
    if (!callback) return pool.connect();
    return listens ? listen(callback) : undefined;
  };
  return new Proxy(pool, {
    get: (target, name) => {
      if (name === 'connect') return connect;
      const value: unknown = Reflect.get(target, name);
      // `query` of the pool connects by a callback too, and gets every connection.
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function taskList(tasks: Tasks, lane: Lane): TaskList {
  const names = (Object.keys(LANES) as (keyof Jobs)[]).filter((name) => LANES[name] === lane);
  const entries = names.map((name) => {
    // Only `enqueue` writes to the queue, and it ties each name to its payload.
    const runTask = tasks[name] as (payload: unknown) => Promise<void>;
    const taken: Task = async (payload, { job }) => {
      const began = performance.now();
      let failed = true;
      try {
        await traced({ name: `job ${name}`, kind: 'CONSUMER' }, () => runTask(payload));
        failed = false;
      } finally {
        const lastTry = job.attempts >= job.max_attempts;
        observeJob(name, { ms: performance.now() - began, failed, lastTry });
      }
    };
    return [name, taken] as const;
  });
  return Object.fromEntries(entries);
}

/** Writes the worker's messages to our log, without their metadata, which contains payloads. */
function workerLogger(log: Log): Logger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new Logger((scope) => (level, message, meta) => {
    const job = { task: scope.taskIdentifier, jobId: scope.jobId };
    const err = meta?.error instanceof Error ? meta.error : undefined;
    log[levels[level as keyof typeof levels]]({ ...job, err }, message);
  });
}
