import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Database } from '#database/client.ts';
import { afterwards } from '#testing/afterwards.ts';
import { testDatabase } from '#testing/database.ts';
import { WAIT } from '#testing/patience.ts';
import { runOps, type ServerProcess, startProcess, temporaryFolder } from '#testing/process.ts';
import { startStatementProxy } from '#testing/statement-proxy.ts';

/**
 * kill -9 of the real server just before each statement of its work. The vendor, or the member, then repeats the call, as
 * they do in life. Everything must exist exactly once, and the proof must confirm it.
 */
export interface CrashHarness {
  database: Database;
  dataDir: string;
  /** Address of the server that is running. */
  url: () => string;
  /** Starts a server; `kill` ends it as kill -9 does, in the middle of its work. */
  start: () => Promise<{ kill: () => Promise<void> }>;
  /**
   * Does `work` with the server killed before its n-th statement, for n = `from`, `from` + `step` ... until `work` completes
   * without a kill. After each kill a new server starts, and `repeat` must find everything in order or complete it. Returns
   * the number of kills.
   */
  killBeforeStatements: (
    round: () => Promise<{ work: () => Promise<unknown>; repeat: () => Promise<void> }>,
    numbers?: { from: number; step: number },
  ) => Promise<number>;
  /** The response to a postback, which is sent again while the server asks for it later, as a busy machine makes it do. */
  call: (wall: string, query: string) => Promise<string>;
  /** As `call`, where no call named this before: a `dup` counts as the `ok` of the call that the server did after all. */
  callFirst: (wall: string, query: string) => Promise<string>;
  pointsOf: (memberId: string) => Promise<number>;
  expectAudit: () => Promise<void>;
  /** What the server that runs now has written. */
  output: () => string;
}

/** More statements than any of the flows has: to reach it means that the harness missed the end. */
const STATEMENTS_MAX = 60;
const SECRET = 'crash-test';
const RETRY = 'retry';
const REPEAT_MS = 500;
/** Their calls are all signed the same way. */
export const CRASH_WALLS = ['crash', 'crash-b', 'crash-c'];
/** Signed like them, but its credits are pending for a day. */
export const HELD_CRASH_WALL = 'crash-held';
const definitionOf = (id: string) => ({
  id,
  title: 'Crash wall',
  settings: [],
  secrets: ['key'],
  postback: {
    methods: ['GET'],
    fields: { tx: 'tx', user: 'user', points: 'points' },
    checks: [
      {
        kind: 'digest',
        digest: { algo: 'sha256', hmac: 'key', enc: 'hex', input: { sortedQuery: true, drop: ['sig'] } },
        at: { in: 'param', name: 'sig' },
      },
    ],
    outcomes: [{ when: [{ field: 'status', op: 'eq', value: '2' }], then: 'reverse' }],
    otherwise: 'credit',
    amount: 'absolute',
    ack: {
      ok: { status: 200, body: 'ok' },
      duplicate: { status: 200, body: 'dup' },
      badSignature: { status: 403, body: 'forged' },
      unknownUser: { status: 200, body: 'unknown' },
      retry: { status: 503, body: RETRY },
    },
  },
});

/** The query of a postback for these walls, signed. */
export const signed = (query: string): string =>
  `${query}&sig=${createHmac('sha256', SECRET).update(query).digest('hex')}`;

/** A database, a proxy in front of it and folders for servers, all removed after the test file. */
export async function openCrashHarness(): Promise<CrashHarness> {
  const { url: databaseUrl, database } = await testDatabase();
  const proxy = await startStatementProxy(databaseUrl);
  const folder = await temporaryFolder();
  const wallsFile = path.join(folder.path, 'walls.json');
  const walls = [...CRASH_WALLS, HELD_CRASH_WALL].map((id) => ({
    definition: definitionOf(id),
    secrets: { key: SECRET },
    holdDays: id === HELD_CRASH_WALL ? 1 : 0,
  }));
  writeFileSync(wallsFile, JSON.stringify({ walls }));
  let server: ServerProcess | undefined;
  afterwards(async () => {
    await server?.end('SIGKILL');
    proxy.close();
    await folder.remove();
  });
  const start = async () => {
    proxy.release();
    server = await startProcess(folder.path, {
      DATABASE_URL: proxy.url,
      // The proxy reads the texts of statements.
      DATABASE_PREPARED_STATEMENTS: 'off',
      WALLS_FILE: wallsFile,
    });
    return server;
  };

  const answerTo = async (wall: string, query: string) => {
    let wasPutOff = false;
    for (const end = performance.now() + WAIT.timeout; ; await pause(REPEAT_MS)) {
      const answer = await (await fetch(`${server?.url}/api/postbacks/${wall}?${query}`)).text();
      if (answer !== RETRY || performance.now() > end) return { answer, wasPutOff };
      wasPutOff = true;
    }
  };

  return {
    database,
    dataDir: folder.path,
    url: () => server?.url ?? '',
    output: () => server?.output() ?? '',
    start: async () => {
      const running = await start();
      return {
        kill: async () => {
          await running.end('SIGKILL');
        },
      };
    },
    killBeforeStatements: async (round, { from, step } = { from: 1, step: 1 }) => {
      let running = await start();
      for (let n = from, kills = 0; n < STATEMENTS_MAX; n += step, kills += 1) {
        const { work, repeat } = await round();
        let killed = false;
        proxy.holdBack(n, () => {
          killed = true;
          process.kill(running.pid, 'SIGKILL');
        });
        // The connection to a killed server breaks.
        await Promise.race([work().catch(() => undefined), running.exited]);
        proxy.release();
        if (killed) {
          await running.exited;
          running = await start();
        }
        await repeat();
        if (!killed) {
          await running.end();
          return kills;
        }
      }
      throw new Error(`The work had no end within ${STATEMENTS_MAX} statements.`);
    },
    call: async (wall, query) => (await answerTo(wall, query)).answer,
    callFirst: async (wall, query) => {
      const { answer, wasPutOff } = await answerTo(wall, query);
      return wasPutOff && answer === 'dup' ? 'ok' : answer;
    },
    pointsOf: async (id) =>
      (await database.selectFrom('users').select('points').where('id', '=', id).executeTakeFirstOrThrow())
        .points,
    expectAudit: async () => {
      const { code, output } = await runOps(['audit'], { DATABASE_URL: databaseUrl });
      expect(output).toContain('Every point is accounted for.');
      expect(code).toBe(0);
    },
  };
}
