// biome-ignore-all lint/suspicious/noTemplateCurlyInString: how a walls file names the environment
import { createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { proveEarning } from '#domain/earning/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { afterwards } from './afterwards.ts';
import { createMember } from './factories.ts';
import { startTestServer } from './server.ts';
import { definitions, HELD_BY_CLICK, HELD_DAYS, HELD_WALL, SECRET, TOKEN } from './walls.ts';

export const hmac = (algo: string, text: string, enc: 'hex' | 'base64url') =>
  createHmac(algo, SECRET).update(text).digest(enc);

/** The query for a plain wall, signed as a vendor does. */
export function signed(values: Record<string, string | number>): string {
  const query = new URLSearchParams(
    Object.entries(values).map(([name, value]) => [name, String(value)] as [string, string]),
  );
  query.sort();
  return `${query}&sig=${hmac('sha256', query.toString(), 'hex')}`;
}

/**
 * The running site with CPX and the walls of walls.ts, which come from a walls file, and functions to query it. After the
 * test file both proofs must be empty.
 */
export async function startPostbackSite(options: { databaseUrl?: string } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-walls-'));
  afterwards(() => rm(folder, { recursive: true, force: true }));
  const environment = { WALLS_FILE: path.join(folder, 'walls.json'), CPX_SECRET: 'test-secret' };
  await writeFile(environment.WALLS_FILE, wallsFile());
  const server = await startTestServer(environment, options);
  const { url, database } = server;
  afterwards(async () => {
    expect(await proveLedger(database)).toEqual([]);
    expect(await proveEarning(database)).toEqual([]);
  });

  /** A member with a code at every wall, and a new transaction id. */
  const memberWithCode = async () => {
    const { id } = await createMember(database);
    const code = randomUUID().replaceAll('-', '');
    const walls = ['cpx', ...definitions.map((definition) => definition.id)];
    await database
      .insertInto('wallMembers')
      .values(walls.map((wall) => ({ wall, code, userId: id })))
      .execute();
    return { id, code, tx: randomUUID() };
  };
  /** Status and body of the response to a postback; `target` begins with the wall's id. */
  const call = async (target: string, init: RequestInit = {}): Promise<string> => {
    const answer = await fetch(`${url}/api/postbacks/${target}`, init);
    return `${answer.status} ${await answer.text()}`;
  };
  const plain = (values: Record<string, string | number>, id = 'plain') => call(`${id}?${signed(values)}`);

  const pointsOf = async (id: string) =>
    (await database.selectFrom('users').select('points').where('id', '=', id).executeTakeFirstOrThrow())
      .points;
  const logOf = (tx: string) =>
    database.selectFrom('postbackLog').selectAll().where('transactionId', '=', tx).orderBy('id').execute();
  /** The verdicts in the order of their first calls, each repeated as often as it was given. */
  const verdictsOf = async (tx: string) =>
    (await logOf(tx)).flatMap((row) => Array.from({ length: row.times }, () => row.verdict));
  const transactionOf = (tx: string) =>
    database.selectFrom('webhookTransactions').selectAll().where('transactionId', '=', tx).executeTakeFirst();
  const tasksOf = (userId: string) =>
    database.selectFrom('tasks').selectAll().where('userId', '=', userId).execute();
  return {
    ...server,
    environment,
    memberWithCode,
    call,
    plain,
    pointsOf,
    logOf,
    verdictsOf,
    transactionOf,
    tasksOf,
  };
}

const wallsFile = () =>
  JSON.stringify({
    walls: [
      { uses: 'cpx', settings: { appId: '1234' }, secrets: { appSecret: '${CPX_SECRET}' }, maxPoints: 5000 },
      ...definitions.map((definition) => ({
        definition,
        secrets: { key: definition.id === 'by-token' ? TOKEN : SECRET },
        maxPoints: 1000,
        holdDays: [HELD_WALL, HELD_BY_CLICK].includes(definition.id) ? HELD_DAYS : 0,
        // The token is independent of the values of the call.
        acceptUnverified: definition.id === 'by-token',
      })),
    ],
  });

/** Sends the request line unchanged, which a URL parser would change, so many times in one piece. Returns all responses. */
export function rawGet(origin: string, target: string, times = 1): Promise<string> {
  const head = `GET ${target} HTTP/1.1\r\nHost: internal:1\r\n`;
  const all = `${`${head}\r\n`.repeat(times - 1)}${head}Connection: close\r\n\r\n`;
  return exchange(origin, (socket) => socket.write(all));
}

/** Sends only the text; returns what comes back until the other side closes too. */
export const rawSend = (origin: string, text: string): Promise<string> =>
  exchange(origin, (socket) => socket.end(text));

function exchange(origin: string, send: (socket: Socket) => void): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => send(socket));
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}
