import { randomUUID } from 'node:crypto';
import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { Connection } from './connection.ts';
import { isNews, MISSED, type News, noNews, TELL_NEWS, valuesOf } from './news.ts';
import { addJobs, type Jobs } from './queue.ts';

/** Class of the advisory locks that show which announcers live; the object is the hash of the announcer's id. */
const LIVING = 1_096_043_075;
/** Milliseconds between two looks for announcers that died. */
const LOOK_MS = 2_000;
/** Telling takes a few milliseconds, also if other announcers come first. */
const SILENCE_MS_MAX = 4_000;
const RETRY_MS = 1_000;
/** By then a connection that broke is there again. */
const SEEN_MS_MAX = 5_000;
const SEEN_RETRY_MS = 100;
/** Most news that wait to be told, about a second of credits. */
export const WAITING_MAX = 10_000;

/** Tells all processes what the transactions of this one have committed. */
export interface Announcer {
  /** Call it after the commit. Returns at once. */
  tell: (news: News) => void;
  /** Tells what waits and ends. Call it when nothing is committed any more: it tells nothing after this. */
  close: () => Promise<void>;
}

export interface OpenAnnouncer extends Announcer {
  /** Whether a pool leads to the database of this announcer: waits until its lock is seen there, five seconds at most. */
  isSeenBy: (pool: pg.Pool) => Promise<boolean>;
}

/**
 * Opens the announcer of a process, on a connection of its own to the database of `pool`. One statement at a time tells
 * all news that wait. When news may have been lost, every open page is told to read again: after a failure, if more than
 * WAITING_MAX would wait, and when a process has died, which the announcers of the others see. A worker that is not told
 * of a job finds it within a second.
 */
export async function openAnnouncer(
  pool: pg.Pool,
  onFailure: (error: unknown) => void,
  silenceMsMax = SILENCE_MS_MAX,
): Promise<OpenAnnouncer> {
  const id = randomUUID();
  let client: Connection | undefined;
  let connecting: Promise<Connection> | undefined;
  let waiting = noNews();
  let sending: Promise<void> | undefined;
  let closing = false;

  const connect = async (): Promise<Connection> => {
    const next = new Connection({
      ...pool.options,
      application_name: 'pocketful announcer',
      silenceMsMax,
    });
    const lose = () => {
      if (client === next) client = undefined;
    };
    next.on('error', lose);
    next.on('end', lose);
    try {
      await next.connect();
      // The lock comes first, since a row without a lock is of an announcer that died.
      await next.query('select pg_advisory_lock_shared($1, hashtext($2))', [LIVING, id]);
      await next.query('insert into announcers (id) values ($1) on conflict do nothing', [id]);
    } catch (error) {
      await next.end();
      throw error;
    }
    client = next;
    return next;
  };
  const connected = async (): Promise<Connection> => {
    if (client) return client;
    connecting ??= connect().finally(() => {
      connecting = undefined;
    });
    return connecting;
  };

  const tellWaiting = async (): Promise<void> => {
    const news = waiting;
    waiting = noNews();
    try {
      const connection = await connected();
      await connection.query({ name: 'tell_news', text: TELL_NEWS, values: valuesOf(news) });
    } catch (error) {
      waiting = MISSED;
      onFailure(error);
      if (!closing) await pause(RETRY_MS);
    }
  };
  const send = async (): Promise<void> => {
    // Whatever else is committed in this turn of the event loop is told together with it.
    await endOfTurn();
    do await tellWaiting();
    while (isNews(waiting) && !(closing && waiting.missed));
    sending = undefined;
  };

  const look = async (): Promise<void> => {
    const connection = await connected();
    await connection.query(TELL_OF_DEATHS, [LIVING]);
  };
  await look();
  let timer: NodeJS.Timeout;
  let looking: Promise<void> | undefined;
  const lookLater = () => {
    timer = setTimeout(() => {
      looking = look()
        .catch(onFailure)
        .then(() => (closing ? undefined : lookLater()));
    }, LOOK_MS);
  };
  lookLater();

  return {
    tell: (news) => {
      // Pages that read again after this see all of it.
      if (closing || waiting.missed || !isNews(news)) return;
      if (news.missed) {
        waiting = MISSED;
      } else if (waiting.moves.length + waiting.events.length >= WAITING_MAX) {
        waiting = MISSED;
        onFailure(new Error('more is to be told than can wait; open pages read again'));
      } else {
        waiting.moves.push(...news.moves);
        waiting.events.push(...news.events);
        for (const [task, count] of Object.entries(news.jobs)) addJobs(waiting, task as keyof Jobs, count);
      }
      sending ??= send();
    },
    isSeenBy: async (others) => {
      for (const end = Date.now() + SEEN_MS_MAX; Date.now() < end; await pause(SEEN_RETRY_MS)) {
        const { rows } = await others.query(`select where ${isLocked('$2')}`, [LIVING, id]);
        if (rows.length > 0) return true;
      }
      return false;
    },
    close: async () => {
      closing = true;
      clearTimeout(timer);
      await looking;
      await sending;
      try {
        // With news untold, the row stays, and another announcer says so.
        if (!isNews(waiting)) await client?.query('delete from announcers where id = $1', [id]);
      } finally {
        await client?.end();
      }
    },
  };
}

/** Whether the announcer of this id lives in this database. pg_locks shows the lock's two numbers as classid and an unsigned objid. */
const isLocked = (id: string) => `exists (
        select from pg_locks
        where locktype = 'advisory' and objsubid = 2 and granted
          and database = (select oid from pg_database where datname = current_database())
          and classid = $1 and objid::bigint = hashtext(${id})::bigint & 4294967295
      )`;

const TELL_OF_DEATHS = `
  with dead as (
    delete from announcers where id in (
      select id from announcers
      where not ${isLocked('id::text')}
      for update skip locked
    )
    returning id
  )
  select tell_news('{}', '{}', '{}', '{}', 0, true) from (select from dead limit 1) one`;
