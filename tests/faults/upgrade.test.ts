import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { migrate, verifySchema } from '#database/migrate.ts';
import { dumpSchema } from '#database/schema.ts';
import { appCode, newAddress, PASSWORD } from '#testing/accounts.ts';
import { solveCaptcha } from '#testing/captcha.ts';
import { emptyDatabase } from '#testing/database.ts';
import { errorsIn } from '#testing/errors-in.ts';
import { LONG_TEST_MS_MAX, WAIT } from '#testing/patience.ts';
import { POPULATED } from '#testing/populate.ts';
import { runOps, startProcess, temporaryFolder } from '#testing/process.ts';
import { codeOf, readRelease, releases } from '#testing/releases.ts';
import { type ApiAnswer, type Visitor, visitorOf, waitForMails } from '#testing/server.ts';

/** Databases of released versions under the present code, and the code of the last release on the present schema. */

const folder = await temporaryFolder();
afterAll(folder.remove);
const [lastRelease = ''] = releases.slice(-1);
const MEMBERS = 2;
/** Before a call that was put off is sent again. */
const REPEAT_MS = 500;
const TRIES = 60;

async function expectAudits(url: string): Promise<void> {
  const audits = ['audit', 'reconcile'].map((command) =>
    runOps([command], { DATABASE_URL: url, ...POPULATED }),
  );
  for (const { code, output } of await Promise.all(audits))
    expect([code, output]).toEqual([0, expect.stringMatching(/Every (point|reward) is /)]);
}

test.each(releases)(
  'a populated database of release %s gets exactly the present schema, and both audits are empty',
  async (version) => {
    const url = await emptyDatabase();
    await readRelease(url, version);
    await migrate(url);
    await verifySchema(url);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const schema = readFileSync(path.join(import.meta.dirname, '../../database/schema.sql'), 'utf8');
    expect(await dumpSchema(client)).toBe(schema);
    await expectAudits(url);
  },
);

/** All calls of staff that only read, without those for an id in the path. */
const STAFF_READS = endpoints.filter(
  ({ method, path: at, access }: AnyEndpoint) => method === 'GET' && access === 'admin' && !at.includes('{'),
);
const MEMBER_READS = [
  '/api/user',
  '/api/tasks',
  '/api/walls',
  '/api/missions',
  '/api/rewards',
  '/api/redemptions',
];
/** A call of the last release may be gone, and some ask for more than a path. */
const READ = [200, 400, 404];

test('the last release works on while its database gets the present schema, and after it', {
  timeout: LONG_TEST_MS_MAX,
}, async (context) => {
  const code = codeOf(lastRelease);
  if (!code) return context.skip(`needs the tag v${lastRelease}: git fetch --tags`);
  const url = await emptyDatabase();
  await readRelease(url, lastRelease);
  const environment = {
    ...POPULATED,
    DATABASE_URL: url,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    LOG_LEVEL: 'warn',
    MIGRATE: 'check',
  };
  const server = await startProcess(folder.path, environment, code);
  let upgraded = false;
  onTestFinished(async () => {
    // Ends the work of everybody if one of them failed.
    upgraded = true;
    await server.end('SIGKILL');
  });
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => signUp(server.url)));
  const admin = await signUp(server.url);
  await promote(admin, (args) => runOps(args, environment, code));

  let before = 0;
  /** Works at least once before the upgrade and once after it, and all the time between. */
  const keepBusy = async (work: () => Promise<void>) => {
    await work();
    before += 1;
    while (!upgraded) await work();
    await work();
  };
  const everybody = Promise.all([
    ...members.map((member) => keepBusy(() => earnAndRedeem(member))),
    keepBusy(() => readAll(admin.visitor)),
  ]);
  // Awaited below, unless the upgrade fails first.
  everybody.catch(() => undefined);
  await Promise.race([everybody, vi.waitUntil(() => before === MEMBERS + 1, WAIT)]);
  await migrate(url);
  upgraded = true;
  await everybody;

  for (const { visitor, earned, spent } of members)
    expect((await ok(visitor.get('/api/user'))).points).toBe(earned - spent);
  expect(errorsIn(server.output())).toEqual([]);
  expect(await server.end()).toBe(0);
  await expectAudits(url);
});

interface Person {
  visitor: Visitor;
  email: string;
  /** The name by which the sandbox wall knows them. */
  code: string;
  /** What was acknowledged, in points. */
  earned: number;
  spent: number;
}

async function ok(answer: Promise<ApiAnswer>) {
  const { status, body } = await answer;
  expect([status, body]).toEqual([200, body]);
  return body;
}

/** A visitor whose calls are sent again while the server, which may be busy, puts them off. */
function patientVisitorOf(origin: string): Visitor {
  const visitor = visitorOf(origin);
  const { call } = visitor;
  visitor.call = async (...given) => {
    for (const end = performance.now() + WAIT.timeout; ; await pause(REPEAT_MS)) {
      const answer = await call(...given);
      if (answer.status !== 503 || performance.now() > end) return answer;
    }
  };
  return visitor;
}

async function signUp(origin: string): Promise<Person> {
  const visitor = patientVisitorOf(origin);
  const input = { email: newAddress(), password: PASSWORD, name: 'Robin' };
  await ok(visitor.post('/api/register', input));
  const [mail] = await waitForMails(origin, input.email, 1);
  await ok(visitor.post('/api/verify-email', { ...input, code: /^(\d{6})$/m.exec(mail?.text ?? '')?.[1] }));
  const walls = await ok(visitor.get('/api/walls'));
  const code = walls.find(({ id }: { id: string }) => id === 'sandbox')?.memberCode;
  return { visitor, email: input.email, code, earned: 0, spent: 0 };
}

/** Makes a member an admin, as an operator does. */
async function promote(
  { visitor, email }: Person,
  ops: (args: string[]) => Promise<{ code: number | null }>,
) {
  const { secret } = await ok(visitor.post('/api/user/two-factor'));
  const confirmed = await ok(visitor.post('/api/user/two-factor/confirm', { code: appCode(secret) }));
  expect(await ops(['admin', 'grant', email])).toMatchObject({ code: 0 });
  // Every session ends with a new role.
  const [code] = confirmed.backupCodes;
  await ok(visitor.post('/api/login', { username: email, password: PASSWORD, code }));
}

async function readAll(visitor: Visitor): Promise<void> {
  for (const { path: at } of STAFF_READS) {
    const { status, body } = await visitor.get(at);
    expect([at, READ.includes(status), body]).toEqual([at, true, body]);
  }
}

async function earnAndRedeem(member: Person): Promise<void> {
  const { visitor, code } = member;
  const points = async () => (await ok(visitor.get('/api/user'))).points as number;
  const before = member.earned - member.spent;
  const send = async (what: object) => {
    const [newest] = await ok(visitor.post('/dev/wall/send', { user: code, ...what }));
    return newest as { tx: string; calls: { answer: string | null }[] };
  };
  let sent = await send({ action: 'complete', offer: 'game' });
  // As walls do with a call that was put off.
  for (let n = 0; n < TRIES && !sent.calls.at(-1)?.answer?.startsWith('200 '); n += 1) {
    await pause(REPEAT_MS);
    sent = await send({ action: 'again', tx: sent.tx });
  }
  await vi.waitFor(async () => expect(await points()).toBeGreaterThan(before), WAIT);
  member.earned = (await points()) + member.spent;
  for (const at of MEMBER_READS) await ok(visitor.get(at));
  const challenge = await ok(visitor.get('/api/captcha/challenge?action=redemption'));
  await ok(visitor.post('/api/verify-captcha', { token: await solveCaptcha(challenge) }));
  await ok(visitor.post('/api/redemptions', { requestId: randomUUID(), cardTier: '1USD' }));
  member.spent += 100;
}
