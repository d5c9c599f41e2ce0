import { createHmac, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { SandboxBook } from '#providers/payouts/sandbox-book.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { runOps, type ServerProcess, startProcess, temporaryFolder } from '#testing/process.ts';
import { startStatementProxy } from '#testing/statement-proxy.ts';

/**
 * kill -9 of the real server just before each statement of a credit and of a redemption. The vendor, or the member,
 * then does what they do in life: repeat. Everything must be there exactly once, and the audit must prove it.
 */

/** More statements than any of the flows has: reaching it means that the harness missed the end. */
const STATEMENTS_MAX = 60;
/** Longest wait for a redemption to be issued after a restart. */
const ISSUED_MS_MAX = 30_000;
const SECRET = 'crash-test';
const WALL = {
  id: 'crash',
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
    // biome-ignore lint/suspicious/noThenProperty: a word of the wall format; nothing here is awaited
    outcomes: [{ when: [{ field: 'status', op: 'eq', value: '2' }], then: 'reverse' }],
    otherwise: 'credit',
    amount: 'absolute',
    ack: {
      ok: { status: 200, body: 'ok' },
      duplicate: { status: 200, body: 'dup' },
      badSignature: { status: 403, body: 'forged' },
      unknownUser: { status: 200, body: 'unknown' },
      retry: { status: 503, body: 'retry' },
    },
  },
};

const { url: databaseUrl, database } = await testDatabase();
const proxy = await startStatementProxy(databaseUrl);
const folder = await temporaryFolder();
const wallsFile = path.join(folder.path, 'walls.json');
writeFileSync(wallsFile, JSON.stringify({ walls: [{ definition: WALL, secrets: { key: SECRET } }] }));

let server: ServerProcess | undefined;
afterAll(async () => {
  await server?.end('SIGKILL');
  proxy.close();
  await folder.remove();
});

async function start(): Promise<ServerProcess> {
  proxy.release();
  server = await startProcess(folder.path, { DATABASE_URL: proxy.url, WALLS_FILE: wallsFile });
  return server;
}

/**
 * Does `work` with the server killed before its n-th statement, for n = 1, 2, 3 ... until it gets through unharmed; after
 * each, a new server is started and `repeat` must find or bring everything in order. Answers how often it was killed.
 */
async function killBeforeEachStatement(
  round: () => Promise<{ work: () => Promise<void>; repeat: () => Promise<void> }>,
) {
  let running = await start();
  for (let n = 1; n < STATEMENTS_MAX; n += 1) {
    const { work, repeat } = await round();
    let killed = false;
    proxy.holdBack(n, () => {
      killed = true;
      process.kill(running.pid, 'SIGKILL');
    });
    // A killed server answers with a broken connection.
    await Promise.race([work().catch(() => undefined), running.exited]);
    proxy.release();
    if (killed) {
      await running.exited;
      running = await start();
    }
    await repeat();
    if (!killed) {
      await running.end();
      return n - 1;
    }
  }
  throw new Error(`The work had no end within ${STATEMENTS_MAX} statements.`);
}

const pointsOf = async (id: string) =>
  (await database.selectFrom('users').select('points').where('id', '=', id).executeTakeFirstOrThrow()).points;

async function expectAudit(): Promise<void> {
  const { code, output } = await runOps(['audit'], { DATABASE_URL: databaseUrl });
  expect(output).toContain('Every point is accounted for.');
  expect(code).toBe(0);
}

describe('kill -9 before each statement', () => {
  test('of a credit: the repeated postback pays exactly once', async () => {
    const member = await createMember(database);
    await database
      .insertInto('wallMembers')
      .values({ wall: 'crash', code: 'robin1', userId: member.id })
      .execute();
    let rounds = 0;
    const call = async (query: string) => (await fetch(`${server?.url}/api/postbacks/crash?${query}`)).text();
    const killed = await killBeforeEachStatement(async () => {
      rounds += 1;
      const query = signed(`points=10&tx=${randomUUID()}&user=robin1`);
      return {
        work: async () => {
          await call(query);
        },
        repeat: async () => {
          expect(await call(query)).toMatch(/^(ok|dup)$/);
          expect(await call(query)).toBe('dup');
          expect(await pointsOf(member.id)).toBe(rounds * 10);
        },
      };
    });
    // Its only statement is the batch's.
    expect(killed).toBeGreaterThanOrEqual(1);
    await expectAudit();
  }, 300_000);

  test('of a reversal: the repeated postback takes back exactly once', async () => {
    const member = await createMember(database);
    await database
      .insertInto('wallMembers')
      .values({ wall: 'crash', code: 'robin2', userId: member.id })
      .execute();
    const call = async (query: string) => (await fetch(`${server?.url}/api/postbacks/crash?${query}`)).text();
    const killed = await killBeforeEachStatement(async () => {
      const values = `tx=${randomUUID()}&user=robin2`;
      expect(await call(signed(`points=10&${values}`))).toBe('ok');
      const query = signed(`points=10&status=2&${values}`);
      return {
        work: async () => {
          await call(query);
        },
        repeat: async () => {
          expect(await call(query)).toMatch(/^(ok|dup)$/);
          expect(await call(query)).toBe('dup');
          expect(await pointsOf(member.id)).toBe(0);
        },
      };
    });
    expect(killed).toBeGreaterThanOrEqual(3);
    await expectAudit();
  }, 300_000);

  test('of a redemption: the repeated request and the restarted worker make one card', async () => {
    const killed = await killBeforeEachStatement(async () => {
      const member = await createMember(database, { points: 100 });
      const cookie = await signIn(database, member);
      const expiresAt = new Date(Date.now() + 3_600_000);
      await database
        .insertInto('captchaGrants')
        .values({ userId: member.id, action: 'redemption', expiresAt })
        .execute();
      const body = JSON.stringify({ requestId: randomUUID(), cardTier: '1USD' });
      const headers = { cookie, 'Content-Type': 'application/json' };
      const request = () => fetch(`${server?.url}/api/redemptions`, { method: 'POST', headers, body });
      return {
        work: async () => {
          await request();
          await untilIssued(member.id);
        },
        repeat: async () => {
          // The lease of a dead worker ends by time; the test does not wait for it.
          await database
            .updateTable('cardRedemptions')
            .set({ leasedUntil: new Date(0) })
            .where('status', '=', 'processing')
            .execute();
          expect((await request()).status).toBe(200);
          await untilIssued(member.id);
          expect(await pointsOf(member.id)).toBe(0);
          const { id } = await database
            .selectFrom('cardRedemptions')
            .select('id')
            .where('userId', '=', member.id)
            .executeTakeFirstOrThrow();
          expect(await liveCards(id)).toBe(1);
        },
      };
    });
    expect(killed).toBeGreaterThanOrEqual(8);
    await expectAudit();
  }, 500_000);
});

function signed(query: string): string {
  return `${query}&sig=${createHmac('sha256', SECRET).update(query).digest('hex')}`;
}

async function untilIssued(userId: string): Promise<void> {
  const end = Date.now() + ISSUED_MS_MAX;
  let seen: { status: string }[] = [];
  while (Date.now() < end) {
    seen = await database
      .selectFrom('cardRedemptions')
      .select('status')
      .where('userId', '=', userId)
      .execute();
    if (seen.length === 1 && seen[0]?.status === 'issued') return;
    await sleep(50);
  }
  throw new Error(`The redemption was not issued in time: ${JSON.stringify(seen)}`);
}

/** Live cards of a redemption in the sandbox issuer's own book. */
async function liveCards(redemptionId: string): Promise<number> {
  const cards = await new SandboxBook(path.join(folder.path, 'sandbox-issuer.jsonl')).cards();
  return cards.filter((card) => card.redemptionId === redemptionId && card.state === 'issued').length;
}
