import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { proveEarning } from '#domain/earning/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import type { Env } from '#server/http/frame/env.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startTestServer } from '#testing/server.ts';
import { sandboxWallRoutes } from './sandbox-wall.ts';
import type { SentOffer } from './sandbox-wall-page.ts';

const { url, database, visitor } = await startTestServer();

async function memberAtWall() {
  const member = await createMember(database);
  const browser = visitor();
  browser.cookie = await signIn(database, member);
  const { body } = await browser.get('/api/walls');
  const wall = body.find((one: { id: string }) => one.id === 'sandbox');
  const send = (values: Record<string, string>) =>
    browser.post('/dev/wall/send', JSON.stringify({ user: wall.memberCode, ...values }), {
      'Content-Type': 'text/plain',
      Origin: 'null',
      'Sec-Fetch-Site': 'cross-site',
    });
  const points = async () =>
    (
      await database
        .selectFrom('users')
        .select('points')
        .where('id', '=', member.id)
        .executeTakeFirstOrThrow()
    ).points;
  return { browser, wall, send, points };
}

describe('the walls of a member', () => {
  test('are only the sandbox wall on a fresh start, with a code that stays', async () => {
    const { browser, wall } = await memberAtWall();
    expect(wall).toEqual({
      id: 'sandbox',
      title: 'Sandbox',
      holdDays: 0,
      memberCode: expect.stringMatching(/^[a-z0-9]{20}$/),
      embed: { kind: 'iframe', url: `/dev/wall?user=${wall.memberCode}`, height: 900 },
      answers: null,
      sharing: null,
    });
    expect((await browser.get('/api/walls')).body).toEqual([wall]);
  });

  test('have one code even if they are first read twice at once', async () => {
    const member = await createMember(database);
    const cookie = await signIn(database, member);
    const views = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const browser = visitor();
        browser.cookie = cookie;
        return (await browser.get('/api/walls')).body[0].memberCode;
      }),
    );
    expect(new Set(views).size).toBe(1);
  });

  test('are only for members', async () => {
    expect((await visitor().get('/api/walls')).status).toBe(401);
    expect((await visitor().get('/api/tasks')).status).toBe(401);
  });
});

describe('the sandbox wall', () => {
  test('credits an offer by a signed postback over HTTP, and handles repeats, forgeries and reversals', async () => {
    const { send, points, browser } = await memberAtWall();
    const done = await send({ action: 'complete', offer: 'game' });
    expect(done.headers.get('access-control-allow-origin')).toBe('null');
    const { tx } = done.body[0];
    expect(await points()).toBe(120);
    await send({ action: 'again', tx });
    await send({ action: 'forged', tx });
    expect(await points()).toBe(120);
    await send({ action: 'reversal', tx });
    const { body } = await send({ action: 'reversal', tx });
    expect(await points()).toBe(0);
    expect(body[0].calls.map((call: { answer: string }) => call.answer)).toEqual([
      '200 ok',
      '200 duplicate',
      '403 bad signature',
      '200 ok',
      '200 duplicate',
    ]);
    expect((await browser.get('/api/tasks')).body).toMatchObject([
      { source: 'Sandbox', title: 'Install Game App', completed: false },
    ]);
    expect(await proveLedger(database)).toEqual([]);
    expect(await proveEarning(database)).toEqual([]);
  });

  test('sends a late postback at its time', async () => {
    const requests: string[] = [];
    const wall = new Hono<Env>();
    const seen = await startListener(requests);
    sandboxWallRoutes(wall, { key: 'k', internalAddress: () => seen.address, unit: 'points', lateMs: 50 });
    const body = JSON.stringify({ action: 'late', user: 'u1', offer: 'shop' });
    const answer = await wall.request('/dev/wall/send', { method: 'POST', body });
    expect(firstAnswer(await answer.json())).toBeNull();
    expect(requests).toEqual([]);
    await expect
      .poll(async () => firstAnswer(await (await wall.request('/dev/wall/sent?user=u1')).json()))
      .toBe('200 ok');
    expect(requests).toEqual([
      expect.stringMatching(/^\/api\/postbacks\/sandbox\?.*points=200.*&signature=[0-9a-f]{64}$/),
    ]);
    await seen.close();
  });

  test('may be framed only by this site and runs only its own script', async () => {
    const answer = await fetch(`${url}/dev/wall?user=u1`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toMatch(/script-src 'sha256-[^ ;]+'(;|$)/);
    expect(answer.headers.get('x-frame-options')).toBeNull();
    expect(await answer.text()).toContain('Sandbox: test offers');
  });

  test('does not write a text into its page that is not a member code', async () => {
    const page = await (
      await fetch(`${url}/dev/wall?user=${encodeURIComponent('"><script>alert(1)</script>')}`)
    ).text();
    expect(page).not.toContain('alert(1)');
    expect(page).toContain('This wall needs a member');
  });

  test('refuses unknown offers, transactions and actions', async () => {
    const { send } = await memberAtWall();
    expect((await send({ action: 'complete', offer: 'nosuch' })).status).toBe(404);
    expect((await send({ action: 'again', tx: 'nosuch' })).status).toBe(404);
    expect((await send({ action: 'nosuch' })).status).toBe(400);
  });

  test('does not exist in production', async () => {
    const production = await startTestServer({
      APP_ENV: 'production',
      APP_URL: 'https://rewards.example',
      APP_SECRET: 'a secret of more than 32 characters',
      DATABASE_URL: 'postgres://set-by-the-test',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'a@rewards.example',
      SUPPORT_EMAIL: 'b@rewards.example',
      PASSWORD_MIN_LENGTH: '8',
    });
    expect((await fetch(`${production.url}/dev/wall?user=u1`)).status).toBe(404);
    expect((await fetch(`${production.url}/api/postbacks/sandbox`)).status).toBe(404);
  });
});

const firstAnswer = (sent: unknown) => (sent as SentOffer[])[0]?.calls[0]?.answer;

async function startListener(requests: string[]) {
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    address: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
