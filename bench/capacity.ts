import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createDatabase, createPool, type Database } from '#database/client.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { proveEarning } from '#domain/earning/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { createPasswordHasher, sessionId } from '#domain/members/index.ts';
import { proveRedemptions } from '#domain/redemption/index.ts';
import { type ServerProcess, startProcess, temporaryFolder } from '#testing/process.ts';
import { type Answer, type Call, type Caller, callEach, newAddress, openCaller } from './calls.ts';
import { type Cost, EVENTS, type Measured, ONE_POSTGRES, type Plan, planFor } from './capacity-plan.ts';
import { postmasterOf, withCpu } from './cpu.ts';
import { openClient } from './http-client.ts';
import { insertMembers } from './intake-data.ts';
import { MEMBERS, memberCode, signedPath, WALLS, wallsFile } from './intake-wall.ts';
import { insertRequests } from './redemptions-data.ts';

const CONNECTIONS = 32;
/** Hashes that run at the same time without one being refused. */
const SIGN_INS_AT_ONCE = 2;
const PASSWORD = 'correct horse battery';
const COUNTS = { visit: 1_000, credit: 20_000, redemption: 1_000, signIn: 60 };
const PAGES = 4_000;
const ISSUED_MS_MAX = 300_000;
const SETTLE_MS = 1_000;
const SIZES = [10_000, 100_000, 1_000_000, 10_000_000];

/** What the dashboard asks for when it opens. */
const VISIT = [
  '/api/site',
  '/api/user',
  '/api/tasks',
  '/api/tasks/totals',
  '/api/walls',
  '/api/rewards',
  '/api/redemptions',
];

/**
 * `npm run bench -- capacity`: what a visit, a credit, a redemption with its card, a sign-in, a member's row and an open page
 * cost here, over HTTP against the real server with its worker, and what sites of 10,000 to 10 million members would need at the
 * habits of capacity-plan.ts, computed from these. Throws if a response was wrong or a point is not accounted for.
 */
export async function benchCapacity(): Promise<boolean> {
  const bench = await openBench();
  try {
    const measured = await measure(bench);
    printCosts(measured);
    printPlans(SIZES.map((members) => planFor(members, measured)));
    await prove(bench.database);
    return true;
  } finally {
    await bench.close();
  }
}

interface Bench {
  database: Database;
  server: ServerProcess;
  caller: Caller;
  memberBytes: number;
  close: () => Promise<void>;
}

async function openBench(): Promise<Bench> {
  const folder = await temporaryFolder();
  const embedded = await startEmbedded(folder.path);
  await migrate(embedded.url);
  const database = createDatabase(createPool(embedded.url, (error) => console.error(error)));
  const before = await sizeOf(database);
  await insertMembers(database);
  const memberBytes = ((await sizeOf(database)) - before) / MEMBERS;
  const file = path.join(folder.path, 'walls.json');
  await writeFile(file, wallsFile());
  const server = await startProcess(folder.path, {
    DATABASE_URL: embedded.url,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    WALLS_FILE: file,
    LOG_LEVEL: 'info',
  });
  const caller = openCaller(server.port, CONNECTIONS);
  return {
    database,
    server,
    caller,
    memberBytes,
    close: async () => {
      caller.close();
      await server.end();
      await database.destroy();
      await embedded.stop();
      await folder.remove();
    },
  };
}

async function measure(bench: Bench): Promise<Measured> {
  const { database, server, memberBytes } = bench;
  // The first calls open connections and plan statements.
  await creditEach(bench, COUNTS.credit / 10);
  const serverBytes = await memoryOf(server.pid);
  const credit = await costOf(bench, COUNTS.credit, () => creditEach(bench, COUNTS.credit));
  const requests = await insertRequests(database, COUNTS.redemption);
  const redemption = await costOf(bench, COUNTS.redemption, async () => {
    const bytes = await callAll(bench, requests);
    await untilIssued(database, COUNTS.redemption);
    return bytes;
  });
  const visits = requests.flatMap(({ cookie = '', ip }) => VISIT.map((each) => ({ path: each, cookie, ip })));
  const visit = await costOf(bench, COUNTS.visit, () => callAll(bench, visits));
  const signIns = await insertSignIns(database, COUNTS.signIn);
  const signIn = await costOf(bench, COUNTS.signIn, () => callAll(bench, signIns, SIGN_INS_AT_ONCE));
  const pageBytes = await measurePages(bench);
  return { costs: { visit, credit, redemption, signIn }, memberBytes, pageBytes, serverBytes };
}

/** Runs `count` events, which return the bytes of their bodies, and returns what one took. */
async function costOf(
  { database, server }: Bench,
  count: number,
  events: () => Promise<number>,
): Promise<Cost> {
  const [size, wal, log] = [await sizeOf(database), await walOf(database), server.output().length];
  const { bytes, nodeMicros, postgresMicros } = await withCpu(
    { server: server.pid, postmaster: await postmasterOf(database) },
    async () => {
      const sent = await events();
      // The log is written a moment later, and so is what is told to open pages.
      await sleep(SETTLE_MS);
      return { bytes: sent };
    },
  );
  return {
    nodeMicros: nodeMicros / count,
    postgresMicros: postgresMicros / count,
    databaseBytes: ((await sizeOf(database)) - size) / count,
    walBytes: ((await walOf(database)) - wal) / count,
    logBytes: (server.output().length - log) / count,
    networkBytes: bytes / count,
  };
}

/** Makes the calls, throws unless each succeeds, and returns the bytes of their bodies. */
async function callAll({ caller }: Bench, calls: Call[], connections = CONNECTIONS): Promise<number> {
  let bytes = calls.reduce((sum, { body }) => sum + (body ? JSON.stringify(body).length : 0), 0);
  const expected = ({ status, body }: Answer) => {
    bytes += Buffer.byteLength(body);
    return status === 200;
  };
  await callEach(caller, calls, { connections, expected });
  return bytes;
}

async function creditEach(bench: Bench, count: number): Promise<number> {
  const calls = Array.from({ length: count }, (_, n) => ({
    path: signedPath(WALLS[n % WALLS.length] ?? '', randomUUID(), memberCode(n % MEMBERS)),
    ip: '127.0.0.1',
  }));
  const bytes = await callAll(bench, calls);
  return bytes + calls.reduce((sum, call) => sum + call.path.length, 0);
}

async function untilIssued(database: Database, count: number): Promise<void> {
  const end = performance.now() + ISSUED_MS_MAX;
  for (;;) {
    const { rows } = await sql<{
      issued: number;
    }>`select count(*)::integer as issued from card_redemptions where status = 'issued'`.execute(database);
    if (rows[0]?.issued === count) return;
    if (performance.now() > end) throw new Error(`${rows[0]?.issued} of ${count} cards are issued`);
    await sleep(SETTLE_MS / 10);
  }
}

async function insertSignIns(database: Database, count: number): Promise<Call[]> {
  const password = await createPasswordHasher().hash(PASSWORD, { ip: '127.0.0.1' });
  const emails = Array.from({ length: count }, (_, n) => `signs-in-${n}@example.com`);
  await database
    .insertInto('users')
    .values(emails.map((email) => ({ email, name: 'Robin Example', password, emailVerified: true })))
    .execute();
  return emails.map((username) => ({
    method: 'POST',
    path: '/api/login',
    ip: newAddress(),
    body: { username, password: PASSWORD },
  }));
}

/** Throws unless every credit and every redemption has its transfers, and nothing else moved a balance. */
async function prove(database: Database): Promise<void> {
  const proofs = [proveLedger, proveEarning, proveRedemptions];
  const differences = (await Promise.all(proofs.map((each) => each(database)))).flat();
  if (differences.length > 0) throw new Error(`The audit found:\n${differences.slice(0, 10).join('\n')}`);
  console.log(
    'Proven: each credit and each card once; the audits of ledger, earning and redemption are empty.',
  );
}

/** Returns the memory that a page takes of the server while it is open. */
async function measurePages({ database, server }: Bench): Promise<number> {
  const tokens = Array.from({ length: PAGES }, () => randomBytes(32).toString('base64url'));
  await sql`
    insert into sessions (id, user_id, expires_at, ip, user_agent)
    select session, u.id, now() + interval '1 hour', '127.0.0.1', 'bench'
    from unnest(${tokens.map(sessionId)}::text[]) with ordinality s(session, n)
    join (select id, row_number() over (order by id) as n from users limit ${PAGES}) u using (n)`.execute(
    database,
  );
  const before = await memoryOf(server.pid);
  const pages = await Promise.all(tokens.map((token) => openPage(server.port, token)));
  await sleep(SETTLE_MS);
  const bytes = ((await memoryOf(server.pid)) - before) / PAGES;
  for (const page of pages) page.close();
  return bytes;
}

async function openPage(port: number, token: string) {
  const client = await openClient(port);
  // An open page has no end; `send` is never answered, and ends with the connection.
  client
    .send(
      Buffer.from(`GET /api/events HTTP/1.1\r\nHost: localhost:${port}\r\nCookie: session=${token}\r\n\r\n`),
    )
    .catch(() => {});
  return client;
}

async function sizeOf(database: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database())::float8 as bytes`.execute(database);
  return rows[0]?.bytes ?? 0;
}

async function walOf(database: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes`.execute(database);
  return rows[0]?.bytes ?? 0;
}

/** Resident memory, in bytes. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1_024;
}

function printCosts({ costs, memberBytes, pageBytes, serverBytes }: Measured): void {
  console.log('What one takes');
  console.table(
    Object.fromEntries(
      EVENTS.map((event) => [
        event,
        {
          'µs in Node': costs[event].nodeMicros.toFixed(0),
          'µs in PostgreSQL': costs[event].postgresMicros.toFixed(0),
          'bytes of database': costs[event].databaseBytes.toFixed(0),
          'bytes of WAL': costs[event].walBytes.toFixed(0),
          'bytes of log lines': costs[event].logBytes.toFixed(0),
          'bytes of network': costs[event].networkBytes.toFixed(0),
        },
      ]),
    ),
  );
  console.log(
    `A member's row ${memberBytes.toFixed(0)} bytes, an open page ${pageBytes.toFixed(0)} bytes, a server without one ${(serverBytes / 1e6).toFixed(0)} MB.\n`,
  );
}

function printPlans(plans: Plan[]): void {
  console.log('What a site needs');
  const gb = (bytes: number) => (bytes / 1e9).toPrecision(2);
  console.table(
    Object.fromEntries(
      plans.map((plan) => [
        `${plan.members.toLocaleString('en')} members`,
        {
          'visits, credits per s': `${plan.atPeak.visit.toPrecision(2)}, ${plan.atPeak.credit.toPrecision(2)}`,
          'processors Node, PostgreSQL': `${plan.processors.node.toPrecision(2)}, ${plan.processors.postgres.toPrecision(2)}`,
          'processes, MB each': `${plan.processes}, ${(plan.processBytes / 1e6).toFixed(0)}`,
          'open pages': plan.openPages.toFixed(0),
          'database GB: a day, a year': `${gb(plan.databaseBytesPerDay)}, ${gb(plan.databaseBytesAfterYear)}`,
          'GB a day: WAL, log lines': `${gb(plan.walBytesPerDay)}, ${gb(plan.logBytesPerDay)}`,
          'Mbit/s': (plan.networkBitsAtPeak / 1e6).toPrecision(2),
          'used most of one PostgreSQL': `${plan.firstLimit.name} ${(plan.firstLimit.share * 100).toPrecision(2)} %`,
        },
      ]),
    ),
  );
  console.log(
    `One PostgreSQL is taken as ${ONE_POSTGRES.processors} processors, ${ONE_POSTGRES.walBytesPerSecond / 1e6} MB of WAL a second and ${ONE_POSTGRES.databaseBytes / 1e12} TB.`,
  );
}
