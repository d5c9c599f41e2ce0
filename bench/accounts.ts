import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createDatabase, createPool, type Database } from '#database/client.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { createPasswordHasher } from '#domain/members/index.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';
import { type Answer, type Call, type Caller, callEach, newAddress, openCaller } from './calls.ts';

const CONNECTIONS = 32;
const SECONDS = 4;
const ROUNDS = 5;
const PASSWORD = 'correct horse battery';
/** The number of hashes that the product runs at the same time. */
const HASHES = 3;
const BUSY_PAUSE_MS = 100;
const SIGN_UPS = 1_000;
const MAILED_MS_MAX = 120_000;
const ADDRESS_PREFIX = '10.9.8.';

interface BenchMember {
  id: string;
  email: string;
  /** The address of its calls; limits per address are not measured here. */
  ip: string;
  cookie: string;
}

interface Figures {
  perSecond: number;
  p99Ms: number;
  /** Responses by status. */
  statuses: Record<number, number>;
}

/**
 * `npm run bench -- accounts [--rounds=N] [--seconds=N]`: sign-ups, sign-ins and reads of the signed-in member per second at
 * 32 connections against the real server and database. Reads and sign-ups alternate with /healthz, which does nothing; the
 * sign-ins are compared with the bare hashes that this machine makes. Throws if a response was wrong.
 */
export async function benchAccounts(args: string[]): Promise<boolean> {
  const number = (name: string, fallback: number) =>
    Number(args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? fallback);
  const [rounds, seconds] = [number('rounds', ROUNDS), number('seconds', SECONDS)];
  const bench = await openBench();
  try {
    console.log(
      `${CONNECTIONS} connections, a member each, rounds of ${seconds} s; load and server share this machine\n`,
    );
    await benchReads(bench, rounds, seconds);
    await benchSignUps(bench, rounds);
    await benchSignIns(bench, rounds, seconds);
    console.log(
      '\nInvariants held: every read answered its own member, every sign-in opened a session that works,',
    );
    console.log('its old session was gone, nothing but 200 and 503 (busy, with Retry-After) was answered.');
    return true;
  } finally {
    await bench.close();
  }
}

async function benchReads(bench: Bench, rounds: number, seconds: number): Promise<void> {
  const ratios: number[] = [];
  console.log('GET /api/user beside GET /healthz');
  for (let round = 1; round <= rounds; round += 1) {
    const user = await bench.load(seconds, async (member) => {
      const answer = await bench.call('GET', '/api/user', member);
      if (answer.status !== 200 || JSON.parse(answer.body).id !== member.id) {
        throw new Error(`the read of ${member.id} answered ${answer.status} ${answer.body}`);
      }
      return answer;
    });
    const health = await bench.load(seconds, (member) => bench.call('GET', '/healthz', member));
    ratios.push(user.perSecond / health.perSecond);
    console.log(
      `  round ${round}  user ${show(user)}  healthz ${show(health)}  ratio ${ratios.at(-1)?.toFixed(2)}`,
    );
  }
  console.log(`  median ratio ${median(ratios).toFixed(2)}\n`);
}

/** The part of a sign-up that stores something: its limits, and the job that mails the code, which comes later. */
async function benchSignUps({ caller, database }: Bench, rounds: number): Promise<void> {
  const ratios: number[] = [];
  console.log('POST /api/register, before its code is mailed, beside GET /healthz');
  for (let round = 1; round <= rounds; round += 1) {
    const signUps = Array.from({ length: SIGN_UPS }, (): Call => {
      const person = { email: `${randomUUID()}@example.com`, password: PASSWORD, name: 'Robin Example' };
      return { method: 'POST', path: '/api/register', ip: newAddress(), body: person };
    });
    const expected = ({ status }: Answer) => status === 200;
    const asked = await callEach(caller, signUps, { connections: CONNECTIONS, expected });
    const idle = signUps.map(({ ip }): Call => ({ path: '/healthz', ip }));
    const health = await callEach(caller, idle, { connections: CONNECTIONS, expected });
    await untilMailed(database);
    ratios.push(asked.perSecond / health.perSecond);
    console.log(
      `  round ${round}  asked ${show(asked)}  healthz ${show(health)}  ratio ${ratios.at(-1)?.toFixed(3)}`,
    );
  }
  console.log(`  median ratio ${median(ratios).toFixed(3)}\n`);
}

/** Throws if a code is not mailed in time. */
async function untilMailed(database: Database): Promise<void> {
  const end = performance.now() + MAILED_MS_MAX;
  for (;;) {
    const { rows } = await sql<{
      waiting: number;
    }>`select count(*)::integer as waiting from graphile_worker.jobs
      where task_identifier = 'send_sign_up_mail'`.execute(database);
    if (rows[0]?.waiting === 0) return;
    if (performance.now() > end) throw new Error(`${rows[0]?.waiting} codes of sign-ups are not mailed`);
    await sleep(BUSY_PAUSE_MS);
  }
}

async function benchSignIns(bench: Bench, rounds: number, seconds: number): Promise<void> {
  const bare = await hashesPerSecond(seconds);
  console.log(
    `POST /api/login beside ${bare.toFixed(1)} bare scrypt hashes per second (${HASHES} at a time)`,
  );
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const signIns = await bench.load(seconds, async (member) => {
      const answer = await bench.call('POST', '/api/login', member, {
        username: member.email,
        password: PASSWORD,
      });
      if (answer.status === 503) await sleep(BUSY_PAUSE_MS);
      else if (answer.status === 200 && answer.cookie) member.cookie = answer.cookie;
      else throw new Error(`a sign-in answered ${answer.status} ${answer.body}`);
      return answer;
    });
    ratios.push(signIns.perSecond / bare);
    const busy = signIns.statuses[503] ?? 0;
    console.log(
      `  round ${round}  ${show(signIns)}  busy ${busy}  of the bare rate ${ratios.at(-1)?.toFixed(2)}`,
    );
    await bench.prove();
  }
  console.log(`  median share of the bare rate ${median(ratios).toFixed(2)}`);
}

/** The most that the machine can do: hashes without HTTP, limits and database. */
async function hashesPerSecond(seconds: number): Promise<number> {
  const { hash } = createPasswordHasher({ addressMax: HASHES });
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const run = async () => {
    while (performance.now() < end) {
      await hash(PASSWORD, { ip: '127.0.0.1' });
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: HASHES }, run));
  return count / seconds;
}

interface Bench {
  database: Database;
  caller: Caller;
  call: (method: 'GET' | 'POST', path: string, member: BenchMember, body?: unknown) => Promise<Answer>;
  /** Every member repeats `work` on a connection of its own. Counts responses with status 200. */
  load: (seconds: number, work: (member: BenchMember) => Promise<Answer>) => Promise<Figures>;
  /** Throws unless each member has exactly the session of its cookie. */
  prove: () => Promise<void>;
  close: () => Promise<void>;
}

async function openBench(): Promise<Bench> {
  const folder = await temporaryFolder();
  const embedded = await startEmbedded(folder.path);
  await migrate(embedded.url);
  const database = createDatabase(createPool(embedded.url, (error) => console.error(error)));
  const members = await insertMembers(database);
  const server = await startProcess(folder.path, {
    DATABASE_URL: embedded.url,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    LOG_LEVEL: 'info',
  });
  const caller = openCaller(server.port, CONNECTIONS);
  const call: Bench['call'] = (method, path, { ip, cookie }, body) =>
    caller.call({ method, path, ip, cookie, body });
  for (const member of members) {
    const answer = await call('POST', '/api/login', member, { username: member.email, password: PASSWORD });
    member.cookie = answer.cookie ?? '';
  }
  return {
    database,
    caller,
    call,
    load: (seconds, work) => loadWith(members, seconds, work),
    prove: () => proveSessions(database, members, call),
    close: async () => {
      caller.close();
      await server.end();
      await database.destroy();
      await embedded.stop();
      await folder.remove();
    },
  };
}

async function insertMembers(database: Database): Promise<BenchMember[]> {
  const password = await createPasswordHasher().hash(PASSWORD, { ip: '127.0.0.1' });
  const rows = await database
    .insertInto('users')
    .values(
      Array.from({ length: CONNECTIONS }, (_, n) => ({
        email: `member-${n}@example.com`,
        name: `Member ${n}`,
        password,
        emailVerified: true,
      })),
    )
    .returning(['id', 'email'])
    .execute();
  return rows.map((row, n) => ({ ...row, ip: `${ADDRESS_PREFIX}${n + 1}`, cookie: '' }));
}

async function loadWith(
  members: BenchMember[],
  seconds: number,
  work: (member: BenchMember) => Promise<Answer>,
): Promise<Figures> {
  const times: number[] = [];
  const statuses: Figures['statuses'] = {};
  const started = performance.now();
  const end = started + seconds * 1000;
  const run = async (member: BenchMember) => {
    while (performance.now() < end) {
      const sent = performance.now();
      const { status } = await work(member);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 200) times.push(performance.now() - sent);
    }
  };
  await Promise.all(members.map(run));
  const took = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  return { perSecond: times.length / took, p99Ms: times[Math.floor(times.length * 0.99)] ?? 0, statuses };
}

async function proveSessions(database: Database, members: BenchMember[], call: Bench['call']): Promise<void> {
  const sessions = await database.selectFrom('sessions').select('id').execute();
  if (sessions.length !== members.length)
    throw new Error(`${sessions.length} sessions of ${members.length} members`);
  for (const member of members) {
    const { status, body } = await call('GET', '/api/user', member);
    if (status !== 200 || JSON.parse(body).id !== member.id)
      throw new Error(`the session of ${member.email} is not theirs`);
  }
}

const show = ({ perSecond, p99Ms }: Pick<Figures, 'perSecond' | 'p99Ms'>) =>
  `${perSecond.toFixed(1)}/s p99 ${p99Ms.toFixed(1)} ms`;
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
