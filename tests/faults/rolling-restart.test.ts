import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect } from 'vitest';
import { proveEarning } from '#domain/earning/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startNginx } from '#testing/nginx.ts';
import { LONG_TEST_MS_MAX, WAIT } from '#testing/patience.ts';
import { hmac, signed } from '#testing/postbacks.ts';
import { type ServerProcess, startProcess, temporaryFolder } from '#testing/process.ts';
import { testWith } from '#testing/programs.ts';
import { definitions, SECRET } from '#testing/walls.ts';

/** Three servers behind nginx with the file of deploy/nginx, restarted in turn under load. */

const SERVERS = 3;
const CLIENTS = 6;
const POINTS = 7;
/** More than an idle connection of nginx lives and a server is left out; see deploy/nginx. */
const SHUTDOWN_DELAY = '3';
/** Before a call that was put off is sent again. */
const PUT_OFF_MS = 500;
/** Which server is restarted, and for how many milliseconds the next one is left alone when it is ready again. */
const RESTARTS = [
  [0, 0],
  [1, 0],
  [2, 1_000],
  [0, 0],
] as const;

const { url, database } = await testDatabase();
const folder = await temporaryFolder();
const WALLS_FILE = path.join(folder.path, 'walls.json');
const walls = definitions.filter(({ id }) => id === 'plain' || id === 'by-body');
await writeFile(
  WALLS_FILE,
  JSON.stringify({ walls: walls.map((definition) => ({ definition, secrets: { key: SECRET } })) }),
);
const running = new Map<number, ServerProcess>();
const started: ServerProcess[] = [];
afterAll(async () => {
  await Promise.all([...running.values()].map((server) => server.end('SIGKILL')));
  await folder.remove();
});

const start = async (port: number) => {
  const environment = { PORT: String(port), DATABASE_URL: url, WALLS_FILE, SHUTDOWN_DELAY };
  const server = await startProcess(path.join(folder.path, String(port)), environment);
  running.set(port, server);
  started.push(server);
};

testWith(
  'nginx',
  'three servers restarted in turn behind nginx lose no request, at any pace',
  { timeout: LONG_TEST_MS_MAX },
  async (program) => {
    const ports = await fixedPorts(SERVERS + 1);
    const [ownPort = 0, ...servers] = ports;
    const members = await Promise.all(Array.from({ length: CLIENTS }, () => createMember(database)));
    const cookies = await Promise.all(members.map((member) => signIn(database, member)));
    for (const { id: wall } of walls) {
      const codes = members.map(({ id }, index) => ({ wall, code: `m${index}`, userId: id }));
      await database.insertInto('wallMembers').values(codes).execute();
    }
    await Promise.all(servers.map(start));
    const nginx = await startNginx(program, folder.path, ownPort, servers);
    try {
      await expect.poll(() => send(nginx.url, { path: '/readyz' })).toMatchObject({ said: '200 ready' });
      const load = startLoad(nginx.url, cookies);
      for (const [index, pace] of RESTARTS) {
        const port = servers[index] ?? 0;
        expect(await running.get(port)?.end()).toBe(0);
        await start(port);
        await pause(pace);
      }
      const { sent, faults, acknowledged } = await load.end();
      expect(faults, started.map((server) => server.output()).join('\n')).toEqual([]);
      expect(sent).toBeGreaterThan(100);
      const users = await database.selectFrom('users').select(['id', 'points']).execute();
      const points = new Map(users.map((user) => [user.id, user.points]));
      expect(members.map(({ id }) => points.get(id))).toEqual(acknowledged.map((calls) => calls * POINTS));
      expect([await proveLedger(database), await proveEarning(database)]).toEqual([[], []]);
      console.log(`${sent} requests, ${acknowledged.reduce((sum, calls) => sum + calls)} credits`);
    } finally {
      await nginx.end();
    }
  },
);

interface Sent {
  path: string;
  headers?: Record<string, string>;
  /** Sent by POST if given. */
  body?: string;
}

const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
interface Answer {
  /** Status and body of the response; an error of the connection is one too. */
  said: string;
  /** Whether it names the time of another try. */
  isPutOff?: boolean;
}

const send = (origin: string, { path: target, headers, body }: Sent): Promise<Answer> =>
  new Promise((resolve) => {
    const options = { agent, method: body === undefined ? 'GET' : 'POST', headers };
    request(origin + target, options, (answer) => {
      text(answer).then(
        (read) =>
          resolve({
            said: `${answer.statusCode} ${read}`,
            // Walls are told so in words of their own.
            isPutOff: 'retry-after' in answer.headers || read === 'AGAIN',
          }),
        (error) => resolve({ said: String(error) }),
      );
    })
      .on('error', (error) => resolve({ said: String(error) }))
      .end(body);
  });

/** Clients who each read their page, and whose walls report tasks by GET and by POST, one call after the other. */
function startLoad(origin: string, cookies: string[]) {
  let ending = false;
  let sent = 0;
  const faults: string[] = [];
  const acknowledged = cookies.map(() => 0);
  const one = async (call: Sent, isRight: (answer: string) => boolean) => {
    let answer = await send(origin, call);
    // A busy machine may be too slow for a call, whatever is restarted.
    const end = performance.now() + WAIT.timeout;
    while (answer.isPutOff && performance.now() < end) {
      await pause(PUT_OFF_MS);
      answer = await send(origin, call);
    }
    sent += 1;
    if (!isRight(answer.said)) faults.push(`${call.path}: ${answer.said}`);
    return answer.said;
  };
  const isCredited = (answer: string) => answer === '200 OK' || answer === '200 DUP';
  const clients = cookies.map(async (cookie, index) => {
    for (let turn = 0; !ending; turn += 1) {
      const user = `m${index}`;
      await one({ path: '/api/tasks', headers: { Cookie: cookie } }, (answer) => answer.startsWith('200 '));
      const query = signed({ tx: `get-${index}-${turn}`, user, points: POINTS });
      const body = JSON.stringify({ data: { id: `post-${index}-${turn}`, player: user, amount: POINTS } });
      const calls: Sent[] = [
        { path: `/api/postbacks/plain?${query}` },
        { path: '/api/postbacks/by-body', body, headers: { Signature: hmac('sha256', body, 'hex') } },
      ];
      for (const call of calls) {
        if (isCredited(await one(call, isCredited))) acknowledged[index] = (acknowledged[index] ?? 0) + 1;
      }
      await pause(20);
    }
  });
  return {
    end: async () => {
      ending = true;
      await Promise.all(clients);
      agent.destroy();
      return { sent, faults, acknowledged };
    },
  };
}

/** Free ports that no outgoing connection takes while a server is down: the range of those begins at 32768. */
async function fixedPorts(count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (!found.includes(port) && (await isFree(port))) found.push(port);
  }
  return found;
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer().on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
