import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Database } from '#database/client.ts';
import { createMember } from './factories.ts';
import { WAIT } from './patience.ts';
import { signed } from './postbacks.ts';
import { runOps } from './process.ts';
import { SECRET, wall } from './walls.ts';

/**
 * A vendor whose postbacks go on whatever happens to the site, and its own list of what was acknowledged. As in life, a
 * call without an acknowledgement is sent again until it has one.
 */
export interface Vendor {
  /** Sends calls, a few at a time, until `stop`, which waits until each is acknowledged. */
  start: (urls: string[]) => { stop: () => Promise<void> };
  /** Credits `memberId` so many times, one call after the other, at the servers in turn. */
  credit: (urls: string[], times: number) => Promise<void>;
  /** Sends so many calls at once. Returns the status of each first answer (0: none); repeats are left to `settle`. */
  burst: (url: string, size: number) => Promise<number[]>;
  /** Repeats what has no acknowledgement yet. */
  settle: (url: string) => Promise<void>;
  /** Milliseconds since the last first-time acknowledgement; infinite before it. */
  acknowledged: () => number;
  /** Longest wait for an answer of any kind, in milliseconds. */
  longestMs: () => number;
  /** Compares the balances with the list, and expects a clean audit. */
  expectExactlyOnce: (database: Database, databaseUrl: string) => Promise<void>;
}

const POINTS = 7;
const MEMBERS = 20;
const AT_ONCE = 8;
const PAUSE_MS = 50;

/** Writes the walls file of a server that knows the vendor; returns its path. */
export async function writeVendorWalls(folder: string): Promise<string> {
  const file = path.join(folder, 'walls.json');
  const walls = [{ definition: wall('plain', {}), secrets: { key: SECRET } }];
  await writeFile(file, JSON.stringify({ walls }));
  return file;
}

/** A vendor with members of its own; `memberId` is the one whose code is `m0`. */
export async function openVendor(database: Database): Promise<Vendor & { memberId: string }> {
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => createMember(database)));
  await database
    .insertInto('wallMembers')
    .values(members.map(({ id }, index) => ({ wall: 'plain', code: `m${index}`, userId: id })))
    .execute();
  const done = new Map<string, number>();
  const open = new Set<string>();
  let sent = 0;
  let longestMs = 0;

  const next = () => {
    sent += 1;
    return sent % MEMBERS;
  };
  const query = (member = next()) => {
    const made = signed({ tx: randomUUID(), user: `m${member}`, points: POINTS });
    open.add(made);
    return made;
  };
  const send = async (url: string, call: string): Promise<number> => {
    const started = performance.now();
    const signal = AbortSignal.timeout(WAIT.timeout);
    const reach = (): Promise<Response> =>
      fetch(`${url}/api/postbacks/plain?${call}`, { signal }).catch((error: Error) => {
        // A busy machine takes up so many connections slowly, and the client gives one ten seconds.
        if (codeOf(error.cause) === 'UND_ERR_CONNECT_TIMEOUT') return reach();
        throw error;
      });
    const answer = await reach().then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => undefined,
    );
    longestMs = Math.max(longestMs, performance.now() - started);
    if (answer?.text === 'OK' || answer?.text === 'DUP') {
      open.delete(call);
      done.set(call, done.get(call) ?? performance.now());
    }
    return answer?.status ?? 0;
  };
  const untilAcknowledged = async (url: string, call: string) => {
    for (;;) {
      await send(url, call);
      if (!open.has(call)) return;
      await pause(PAUSE_MS);
    }
  };
  return {
    memberId: members[0]?.id ?? '',
    start: (urls) => {
      let stopped = false;
      const lanes = Array.from({ length: AT_ONCE }, async (_, lane) => {
        while (!stopped) {
          await untilAcknowledged(urls[lane % urls.length] ?? '', query());
          await pause(PAUSE_MS);
        }
      });
      return {
        stop: async () => {
          stopped = true;
          await Promise.all(lanes);
        },
      };
    },
    credit: async (urls, times) => {
      for (let time = 0; time < times; time += 1) {
        await untilAcknowledged(urls[time % urls.length] ?? '', query(0));
      }
    },
    burst: (url, size) => Promise.all(Array.from({ length: size }, () => send(url, query()))),
    settle: async (url) => {
      await Promise.all([...open].map((call) => untilAcknowledged(url, call)));
    },
    acknowledged: () => performance.now() - Math.max(...done.values()),
    longestMs: () => longestMs,
    expectExactlyOnce: async (from, databaseUrl) => {
      expect(open.size).toBe(0);
      const rows = await from.selectFrom('users').select(['id', 'points']).execute();
      const balances = new Map(rows.map(({ id, points }) => [id, points]));
      const expected = new Map<string, number>();
      for (const call of done.keys()) {
        const member = members[Number(new URLSearchParams(call).get('user')?.slice(1))]?.id ?? '';
        expected.set(member, (expected.get(member) ?? 0) + POINTS);
      }
      expect(members.map(({ id }) => balances.get(id))).toEqual(
        members.map(({ id }) => expected.get(id) ?? 0),
      );
      const { code, output } = await runOps(['audit'], { DATABASE_URL: databaseUrl });
      expect(output).toContain('Every point is accounted for.');
      expect(code).toBe(0);
    },
  };
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | undefined)?.code;
