import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { fulfilRedemption, type PayoutProvider } from '#domain/redemption/index.ts';
import { ConfigError, readConfig } from '#server/config/config.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { WAIT } from '#testing/patience.ts';
import { endLease, openRedemption, payoutRequest } from '#testing/redemption.ts';
import { startTestServer } from '#testing/server.ts';

/** The examples of docs/plugins.md, outside of the tree, in a site that names them. */

const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-plugins-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const EXAMPLES = ['cards', 'captcha', 'mail', 'notices'];
const fileOf = (name: string) => path.join(folder, `example-${name}.mjs`);
for (const name of EXAMPLES)
  await copyFile(path.resolve(import.meta.dirname, `../docs/plugins/example-${name}.mjs`), fileOf(name));

/** What the services behind the examples were sent, and the vouchers that the shop has made. */
const sent: { path: string; body: Record<string, string> }[] = [];
const vouchers = new Map<string, { id: string; code: string }>();
let shopKey = 'shop-key';
/** Answers of the shop: the status of its own refusal, or of a page by a proxy in its place. */
let refusal: { status: 404 | 422; by: 'shop' | 'proxy' } | undefined;
const services = createServer(async (request, response) => {
  const address = request.url ?? '';
  let text = '';
  for await (const piece of request) text += piece;
  const body = text ? JSON.parse(text) : {};
  sent.push({ path: address, body });
  const answer = (status: number, value: object = {}) =>
    response.writeHead(status).end(JSON.stringify(value));
  if (address.startsWith('/shop/vouchers/')) {
    const id = address.slice('/shop/vouchers/'.length);
    if (refusal?.by === 'proxy') return response.writeHead(refusal.status).end('<h1>Blocked</h1>');
    if (request.headers.authorization !== `Bearer ${shopKey}`) return answer(401);
    if (refusal?.status === 422) return answer(422, { error: 'refused' });
    if (request.method === 'PUT' && !vouchers.has(id))
      vouchers.set(id, { id, code: `CODE-${vouchers.size + 1}` });
    const found = vouchers.get(id);
    return found ? answer(200, found) : answer(404, { error: 'not_found' });
  }
  if (address === '/captcha/challenges') return answer(200, body);
  if (address === '/captcha/solutions') {
    const [action, memberId, id] = String(body.token).split('.');
    return answer(200, {
      valid: memberId === body.memberId,
      action,
      id,
      expiresAt: new Date(Date.now() + 60_000),
    });
  }
  return answer(200);
});
await new Promise<void>((resolve) => services.listen(0, '127.0.0.1', resolve));
afterAll(() => new Promise<unknown>((resolve) => services.close(resolve)));
const url = `http://127.0.0.1:${(services.address() as AddressInfo).port}`;

const site = await startTestServer({
  PLUGINS: EXAMPLES.map(fileOf).join(', '),
  PAYOUT_PROVIDER: 'example-cards',
  EXAMPLE_CARDS_URL: `${url}/shop`,
  EXAMPLE_CARDS_KEY: 'shop-key',
  EXAMPLE_CAPTCHA_URL: `${url}/captcha`,
  EXAMPLE_MAIL_URL: `${url}/mail`,
  EXAMPLE_MAIL_KEY: 'mail-key',
  EXAMPLE_NOTICES_URL: `${url}/notices`,
});

test('a member solves the captcha of one plug-in, gets the code of another, and is told by two more', async () => {
  const member = await createMember(site.database, { points: 500 });
  const visitor = site.visitor();
  visitor.cookie = await signIn(site.database, member);
  const challenge = await visitor.get('/api/captcha/challenge?action=redemption');
  expect(challenge.body).toEqual({ action: 'redemption', memberId: member.id });
  const stolen = await visitor.post('/api/verify-captcha', { token: 'redemption.somebody-else.1' });
  expect(stolen.body.code).toBe('captcha_invalid');
  expect((await visitor.post('/api/verify-captcha', { token: `redemption.${member.id}.1` })).status).toBe(
    200,
  );

  const asked = await visitor.post('/api/redemptions', { cardTier: '1USD', requestId: 'plugin-test-1' });
  expect([asked.status, asked.body.code]).toEqual([200, undefined]);
  const shown = () => visitor.get(`/api/redemptions/${asked.body.id}/code`);
  await expect.poll(async () => (await shown()).body, WAIT).toMatchObject({ code: 'CODE-1' });
  expect([...vouchers.keys()]).toEqual([asked.body.id]);

  const told = (place: string) => sent.filter(({ path: to }) => to === place).map(({ body }) => body);
  await expect
    .poll(() => told('/notices'), WAIT)
    .toContainEqual(
      expect.objectContaining({ to: member.id, link: expect.stringContaining(site.url), language: 'en' }),
    );
  await expect.poll(() => told('/mail'), WAIT).toContainEqual(expect.objectContaining({ to: member.email }));
});

test('a shop that refuses the key has made nothing, and makes it once the key is right', async () => {
  shopKey = 'another one';
  const { id } = await openRedemption(site.database, { provider: 'example-cards' });
  const read = () =>
    site.database.selectFrom('cardRedemptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await expect.poll(read, WAIT).toMatchObject({ status: 'processing', resting: true });
  expect(await read()).toMatchObject({ unansweredSince: null });

  shopKey = 'shop-key';
  await endLease(site.database, id);
  // The site leaves the shop alone for a minute, another process does not.
  const ports = { transact: transactOn(site.database), providers: [await openShop()], report: () => {} };
  await fulfilRedemption(ports, id);
  expect(await read()).toMatchObject({ status: 'issued', reveal: 'code', unansweredSince: null });
  expect(vouchers.has(id)).toBe(true);
});

test("the page of a proxy in the shop's place proves neither that no voucher exists nor that it is refused", async () => {
  const [shop, request] = [await openShop(), payoutRequest()];
  const signal = AbortSignal.timeout(WAIT.timeout);
  refusal = { status: 404, by: 'proxy' };
  expect(await shop.lookup(request, signal)).toEqual({ t: 'unknown', code: 'status_404' });
  refusal = { status: 422, by: 'proxy' };
  expect(await shop.prepare(request, signal)).toEqual({ t: 'unknown', code: 'status_422' });
  refusal = { status: 422, by: 'shop' };
  expect(await shop.prepare(request, signal)).toMatchObject({ t: 'rejected' });
  refusal = undefined;
  expect(await shop.lookup(request, signal)).toEqual({ t: 'absent' });
});

/** The example as another process opens it. */
async function openShop(): Promise<PayoutProvider> {
  const { default: plugin } = await import(fileOf('cards'));
  const values: Record<string, string> = { EXAMPLE_CARDS_URL: `${url}/shop`, EXAMPLE_CARDS_KEY: 'shop-key' };
  return plugin.payouts({ variable: (name: string) => values[name], development: true });
}

const faultsOf = (environment: Record<string, string>): string => {
  try {
    readConfig(environment);
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.join('\n');
    throw error;
  }
};
async function pluginFile(name: string, text: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
}

test.each([
  ['another version', '{ pocketful: 2, name: "x-y", mail() {} }', 'pocketful must be 1'],
  ['no parts', '{ pocketful: 1, name: "x-y" }', 'adds nothing'],
  [
    'a part that it does not know',
    '{ pocketful: 1, name: "x-y", wallets() {} }',
    'Unrecognized key: "wallets"',
  ],
  ['a part that is no function', '{ pocketful: 1, name: "x-y", mail: {} }', 'mail must be a function'],
  [
    'the variable of somebody else',
    '{ pocketful: 1, name: "x-y", variables: ["APP_SECRET"], mail() {} }',
    'APP_SECRET must begin with X_Y_',
  ],
  [
    'the name of a provider',
    '{ pocketful: 1, name: "stripe", payouts() {} }',
    'stripe is the name of a payout provider',
  ],
  ['a mistake', 'nothing', 'ReferenceError: nothing is not defined'],
])('a plug-in with %s stops the start with a sentence', async (what, value, sentence) => {
  const file = await pluginFile(`${what.replaceAll(' ', '-')}.mjs`, `export default ${value};`);
  expect(faultsOf({ PLUGINS: file })).toContain(sentence);
});

test('a plug-in that others may write is not loaded, nor one from a folder that they may write', async () => {
  const loaded = 'globalThis.pluginOfOthers = true; export default {};';
  const file = await pluginFile('writable.mjs', loaded);
  await chmod(file, 0o666);
  expect(faultsOf({ PLUGINS: file })).toContain('may be written by others');
  const open = path.join(folder, 'open');
  await mkdir(open);
  await chmod(open, 0o777);
  const inside = await pluginFile('open/inside.mjs', loaded);
  expect(faultsOf({ PLUGINS: inside })).toContain('may be written by others');
  expect(faultsOf({ PLUGINS: path.join(folder, 'missing.mjs') })).toContain('cannot be read (ENOENT)');
  expect(globalThis).not.toHaveProperty('pluginOfOthers');
});

test('a part that is set twice, and a provider that nobody brings, stop the start', async () => {
  const other = await pluginFile('other.mjs', 'export default { pocketful: 1, name: "other", mail() {} };');
  expect(faultsOf({ PLUGINS: `${fileOf('mail')},${other}` })).toContain(
    'example-mail and other both bring mail',
  );
  expect(faultsOf({ PLUGINS: fileOf('mail'), SMTP_URL: 'smtp://127.0.0.1' })).toContain(
    'SMTP_URL: set although',
  );
  expect(faultsOf({ PLUGINS: fileOf('captcha'), CAPTCHA: 'altcha' })).toContain('CAPTCHA: set although');
  expect(faultsOf({ PLUGINS: `${fileOf('mail')},${fileOf('mail')}` })).toContain(
    'two are called example-mail',
  );
  expect(faultsOf({ PAYOUT_PROVIDER: 'example-cards' })).toContain('example-cards is none of');
});

test('a part that cannot be opened, or reads what is not its own, stops the start with its name', async () => {
  const without = startTestServer({ PLUGINS: fileOf('notices') });
  await expect(without).rejects.toThrow('notices of example-notices: EXAMPLE_NOTICES_URL must be set');
  const curious = await pluginFile(
    'curious.mjs',
    'export default { pocketful: 1, name: "curious", notices: ({ variable }) => ({ tell: variable("APP_SECRET") }) };',
  );
  await expect(startTestServer({ PLUGINS: curious })).rejects.toThrow(
    'APP_SECRET is not among its variables',
  );
  const wrong = await pluginFile(
    'wrong.mjs',
    'export default { pocketful: 1, name: "wrong", payouts: () => ({ id: "stock" }) };',
  );
  await expect(startTestServer({ PLUGINS: wrong })).rejects.toThrow('must have this id');
});
