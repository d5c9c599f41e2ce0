import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#database/client.ts';
import { createMember, signIn } from './factories.ts';
import { WAIT } from './patience.ts';
import { signed } from './postbacks.ts';

/**
 * Load on servers from outside and a model of all that they acknowledged, which never looks into the database. Every call is
 * sent again, to any of the servers, until it is acknowledged, as walls and members do.
 */
export interface OutsideLoad {
  /** Every call so far, in the order of their ends. */
  calls: readonly Call[];
  /** Balances that cannot be true after what had been acknowledged or shown before. */
  contradictions: readonly string[];
  /**
   * Waits until each server acknowledges every kind of call again; returns the milliseconds from `since`, which is of
   * `performance.now()`, to the last call that failed, 0 if none has.
   */
  untilWell: (since: number) => Promise<number>;
  /** Begins no new calls; returns when each is acknowledged. */
  stop: () => Promise<void>;
  /** Sends every acknowledged call again and reads every balance; returns what differs from the model. */
  differences: () => Promise<string[]>;
  /** Ids of the acknowledged redemptions. */
  redemptions: () => string[];
}

/** An `event` is a balance that came on a stream. */
const KINDS = ['postback', 'redemption', 'balance', 'event'] as const;

export interface Call {
  kind: (typeof KINDS)[number];
  /** Index of the server. */
  server: number;
  /** Milliseconds of `performance.now()`. */
  begun: number;
  ended: number;
  /** What went wrong; undefined when the call was acknowledged. */
  fault: string | undefined;
}

const EARNERS = 8;
const POINTS = 7;
/** Made at the start; each redeems all that they have, once. */
const REDEEMERS = 200;
const PRICE = 100;
/** Loops of each kind, and the pause of a loop after each call. */
const PACE = {
  postback: { loops: 2, pauseMs: 50 },
  redemption: { loops: 2, pauseMs: 300 },
  balance: { loops: 2, pauseMs: 80 },
};
const RECONNECT_MS = 500;
/** Longer than a server may let anyone wait. */
const PATIENCE_MS = 30_000;
const COMPARED_AT_ONCE = 20;
/** A server is well that has acknowledged so many calls of each kind since the last fault. */
const WELL_CALLS = 3;
const WELL_MS_MAX = WAIT.timeout;

/** Gains points by postbacks only, so that a balance never falls. */
class Earner {
  readonly code = randomUUID().replaceAll('-', '');
  readonly acknowledged: string[] = [];
  readonly cookie: string;
  sent = 0;
  #seen = 0;
  constructor(cookie: string) {
    this.cookie = cookie;
  }
  bounds = (): [number, number] => [
    Math.max(this.#seen, this.acknowledged.length * POINTS),
    this.sent * POINTS,
  ];
  see = (points: number) => {
    this.#seen = Math.max(this.#seen, points);
  };
}

/** Spends everything at once. */
class Redeemer {
  readonly requestId = randomUUID();
  readonly cookie: string;
  sent = false;
  redemption: string | undefined;
  #spent = false;
  constructor(cookie: string) {
    this.cookie = cookie;
  }
  bounds = (): [number, number] => [this.sent ? 0 : PRICE, this.redemption || this.#spent ? 0 : PRICE];
  see = (points: number) => {
    this.#spent ||= points === 0;
  };
}

/**
 * `servers` are the addresses of servers in development on one `database`, `wall` is a wall of theirs whose calls `signed`
 * signs.
 */
export async function startLoad(database: Database, servers: string[], wall: string): Promise<OutsideLoad> {
  const earners = await many(EARNERS, () => newEarner(database, wall));
  const redeemers = await many(REDEEMERS, () => newRedeemer(database));
  const calls: Call[] = [];
  const contradictions: string[] = [];
  const leaving = new AbortController();

  const postback = (query: string) => async (server: string) => {
    const text = await ask(`${server}/api/postbacks/${wall}?${query}`);
    if (text !== 'OK' && text !== 'DUP') throw new Error(text);
    return text;
  };
  const redemption = (member: Redeemer) => async (server: string) => {
    const body = JSON.stringify({ requestId: member.requestId, cardTier: '1USD' });
    const headers = { cookie: member.cookie, 'Content-Type': 'application/json' };
    return JSON.parse(await ask(`${server}/api/redemptions`, { method: 'POST', headers, body })).id as string;
  };
  const balance = (member: Earner | Redeemer) => async (server: string) =>
    JSON.parse(await ask(`${server}/api/user`, { headers: { cookie: member.cookie } })).points as number;

  /** Calls any of the servers until one of them acknowledges. */
  const acknowledged = async <T>(
    kind: keyof typeof PACE,
    send: (server: string) => Promise<T>,
  ): Promise<T> => {
    for (;;) {
      const server = randomInt(servers.length);
      const begun = performance.now();
      const note = (fault?: string) => calls.push({ kind, server, begun, ended: performance.now(), fault });
      try {
        const result = await send(servers[server] ?? '');
        note();
        return result;
      } catch (error) {
        note(String(error));
        await sleep(PACE[kind].pauseMs);
      }
    }
  };

  /** On a slow machine the load may last longer than there are members. */
  const addRedeemer = async () => {
    const member = await patiently(() => newRedeemer(database));
    redeemers.push(member);
    return member;
  };
  let begun = 0;
  const rounds = {
    postback: async () => {
      const earner = pick(earners);
      const query = signed({ tx: randomUUID(), user: earner.code, points: POINTS });
      earner.sent += 1;
      await acknowledged('postback', postback(query));
      earner.acknowledged.push(query);
    },
    redemption: async () => {
      begun += 1;
      const member = redeemers[begun - 1] ?? (await addRedeemer());
      member.sent = true;
      member.redemption = await acknowledged('redemption', redemption(member));
    },
    balance: async () => {
      const member = pick([...earners, ...redeemers.slice(Math.max(0, begun - EARNERS), begun + 1)]);
      const before = member.bounds();
      const points = await acknowledged('balance', balance(member));
      const after = member.bounds();
      const [least, most] = [Math.min(before[0], after[0]), Math.max(before[1], after[1])];
      if (points < least || points > most) contradictions.push(`${points} is not in ${least} to ${most}`);
      member.see(points);
    },
  };
  const loop = async (kind: keyof typeof PACE) => {
    while (!leaving.signal.aborted) {
      await rounds[kind]();
      await sleep(PACE[kind].pauseMs);
    }
  };
  const listen = async (server: number) => {
    const told = () => {
      const at = performance.now();
      calls.push({ kind: 'event', server, begun: at, ended: at, fault: undefined });
    };
    while (!leaving.signal.aborted) {
      await follow(`${servers[server]}/api/events`, earners[0]?.cookie ?? '', leaving.signal, told).catch(
        () => undefined,
      );
      await sleep(RECONNECT_MS);
    }
  };

  const loops = (Object.keys(PACE) as (keyof typeof PACE)[]).flatMap((kind) =>
    Array.from({ length: PACE[kind].loops }, () => loop(kind)),
  );
  const running = Promise.all([...loops, ...servers.map((_, server) => listen(server))]);
  const lastFault = (since: number) =>
    Math.max(since, ...calls.filter(({ fault }) => fault).map(({ ended }) => ended));
  const isWell = (since: number) => {
    const good = calls.filter((call) => call.begun > since);
    return KINDS.every((kind) =>
      servers.every(
        (_, server) =>
          good.filter((call) => call.kind === kind && call.server === server).length >= WELL_CALLS,
      ),
    );
  };

  return {
    calls,
    contradictions,
    untilWell: async (since) => {
      const end = performance.now() + WELL_MS_MAX;
      while (!isWell(lastFault(since))) {
        if (performance.now() > end) {
          throw new Error(`The servers are not well: ${JSON.stringify(calls.slice(-20))}`);
        }
        await sleep(50);
      }
      return lastFault(since) - since;
    },
    stop: async () => {
      leaving.abort();
      await running;
    },
    redemptions: () => redeemers.flatMap((member) => member.redemption ?? []),
    differences: async () => {
      const found: string[] = [];
      const check = async (what: string, expected: unknown, send: (server: string) => Promise<unknown>) => {
        const actual = await patiently(() => send(pick(servers)));
        if (actual !== expected) found.push(`${what}: ${actual} instead of ${expected}`);
      };
      const checks = [
        ...earners.flatMap(({ acknowledged: queries }) =>
          queries.map((query) => () => check(query, 'DUP', postback(query))),
        ),
        ...redeemers.flatMap((member) =>
          member.redemption ? [() => check(member.requestId, member.redemption, redemption(member))] : [],
        ),
      ];
      await inTurn(checks);
      await inTurn(
        [...earners, ...redeemers].map((member) => () => {
          const [least] = member.bounds();
          return check('a balance', least, balance(member));
        }),
      );
      return found;
    },
  };
}

/** Tries again as long as a test waits: a server may still be losing connections to a database that is gone. */
async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  const until = performance.now() + WAIT.timeout;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > until) throw error;
      await sleep(100);
    }
  }
}

async function newEarner(database: Database, wall: string): Promise<Earner> {
  const member = await createMember(database);
  const earner = new Earner(await signIn(database, member));
  await database.insertInto('wallMembers').values({ wall, code: earner.code, userId: member.id }).execute();
  return earner;
}

async function newRedeemer(database: Database): Promise<Redeemer> {
  const member = await createMember(database, { points: PRICE });
  const expiresAt = new Date(Date.now() + 3_600_000);
  await database
    .insertInto('captchaGrants')
    .values({ userId: member.id, action: 'redemption', expiresAt })
    .execute();
  return new Redeemer(await signIn(database, member));
}

async function ask(url: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text}`);
  return text;
}

/** Follows a stream until it ends, and tells of each balance on it. */
async function follow(url: string, cookie: string, signal: AbortSignal, told: () => void): Promise<void> {
  const answer = await fetch(url, { headers: { cookie }, signal });
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    if (decoder.decode(chunk, { stream: true }).includes('event: balance')) told();
  }
}

const many = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make));

/** Runs the checks, a few at the same time. */
async function inTurn(checks: (() => Promise<void>)[]): Promise<void> {
  const rest = checks.values();
  await many(COMPARED_AT_ONCE, async () => {
    for (const check of rest) await check();
  });
}

function pick<T>(list: T[]): T {
  const chosen = list[randomInt(list.length)];
  if (chosen === undefined) throw new Error('There is nothing to choose from.');
  return chosen;
}
