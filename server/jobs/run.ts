import { EventEmitter } from 'node:events';
import { Logger, run, type Task, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { showPresence } from '#database/job-holders.ts';
import type { Jobs } from '#database/queue.ts';
import type { Log } from '#server/log.ts';
import { repeat } from './repeat.ts';

/** Jobs that one process runs at the same time: mostly waits for mail servers and vendors. */
export const JOBS_RUNNING_MAX = 4;
/** A job asked for now starts at once (LISTEN/NOTIFY); one with a later time or a retry within this. */
const POLL_INTERVAL_MS = 1_000;
/** Running jobs are waited for this long when the server stops; afterwards another process takes them over. */
const STOP_ABORT_AFTER_MS = 5_000;
/** Jobs of processes that are gone are looked for with this pause in between. */
const FREE_PAUSE_MS = 5_000;

/** Workers that have ended by themselves are started again after this. */
const RESTART_PAUSE_MS = 1_000;

/** Jobs that nobody asks for, in the format of cron (UTC); of several processes one runs each. */
const TIMETABLE = `17 * * * * clean_up ?jobKey=clean_up&max=3
11 4 * * * reconcile_payouts ?jobKey=reconcile_payouts&max=3
41 3 * * * clean_up_daily ?jobKey=clean_up_daily&max=3
27 * * * * watch_members ?jobKey=watch_members&max=3
* * * * * roll_up_ledger ?jobKey=roll_up_ledger&max=1
* * * * * mature_credits ?jobKey=mature_credits&max=3
* * * * * recover_notices ?jobKey=recover_notices&max=1
*/5 * * * * watch_walls ?jobKey=watch_walls&max=3
* * * * * watch_reviews ?jobKey=watch_reviews&max=3`;

/** What runs each job. A task is shallow: it calls one function of the domain and throws when it must be tried again. */
export type Tasks = { [Name in keyof Jobs]: (payload: Jobs[Name]) => Promise<void> };

interface Options {
  pool: pg.Pool;
  log: Log;
  tasks: Tasks;
}

/**
 * Takes jobs from the queue until `stop` is called, which waits for those that run. A task that throws is tried again
 * later, with growing pauses; one whose process is killed, by another process within seconds. One connection of the pool
 * is kept to listen. The workers end by themselves where the database does not let them note what became of a job; new
 * ones take their place.
 */
export async function startJobs(options: Options): Promise<{ stop: () => Promise<void> }> {
  const { log } = options;
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
  return {
    stop: async () => {
      stopping.resolve('stopping');
      await watching.stop();
      await workers.stop();
    },
  };
}

interface Workers {
  /** Resolves when they have ended, asked or not. */
  ended: Promise<'ended'>;
  /** May be called of those that have ended, and again. */
  stop: () => Promise<void>;
}

async function startWorkers(options: Options): Promise<Workers> {
  const events: WorkerEvents = new EventEmitter();
  const named = new Promise<string>((resolve) => {
    events.once('pool:create', ({ workerPool }) => resolve(workerPool.id));
  });
  const runner = await run({
    events,
    pgPool: options.pool,
    taskList: taskList(options.tasks),
    concurrency: JOBS_RUNNING_MAX,
    pollInterval: POLL_INTERVAL_MS,
    gracefulShutdownAbortTimeout: STOP_ABORT_AFTER_MS,
    noHandleSignals: true,
    crontab: TIMETABLE,
    logger: workerLogger(options.log),
    // With a delay, of no time, the workers end where the outcome of a job cannot be noted; without one, the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  let running = true;
  // Why they ended is in the log of the workers.
  const ended = runner.promise
    .catch(() => undefined)
    .then((): 'ended' => {
      running = false;
      return 'ended';
    });
  const presence = await showPresence(options.pool, await named).catch(async (error: unknown) => {
    await runner.stop();
    throw error;
  });
  const freeing = repeat(presence.freeJobsOfTheDead, FREE_PAUSE_MS, (error) => {
    options.log.warn({ err: error }, 'jobs of ended processes are not freed');
  });
  return {
    ended,
    stop: async () => {
      await freeing.stop();
      if (running) await runner.stop();
      await ended;
      await presence.close();
    },
  };
}

function taskList(tasks: Tasks): TaskList {
  const entries = Object.entries(tasks).map(([name, task]) => {
    // The queue is written by `enqueue` alone, which ties each name to its payload.
    const runTask = task as (payload: unknown) => Promise<void>;
    const taken: Task = (payload) => runTask(payload);
    return [name, taken] as const;
  });
  return Object.fromEntries(entries);
}

/** The worker's messages in our log. Its metadata is left out: it holds payloads. */
function workerLogger(log: Log): Logger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new Logger((scope) => (level, message, meta) => {
    const job = { task: scope.taskIdentifier, jobId: scope.jobId };
    const err = meta?.error instanceof Error ? meta.error : undefined;
    log[levels[level as keyof typeof levels]]({ ...job, err }, message);
  });
}
