import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { jwtVerify } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { makeSignerChain } from '#providers/passes/signer-chain.ts';
import { signIn } from '#testing/factories.ts';
import { openRedemption } from '#testing/redemption.ts';
import { startTestServer } from '#testing/server.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'pass-settings-'));
afterAll(() => rm(folder, { recursive: true }));
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keyFile = path.join(folder, 'google.json');
await writeFile(
  keyFile,
  JSON.stringify({
    client_email: 'passes@rewards.iam.gserviceaccount.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }),
);
const chain = await makeSignerChain();
const wwdrFile = path.join(folder, 'wwdr.pem');
await writeFile(wwdrFile, chain.wwdr);
const SETTINGS = {
  // A worker would take up what a test makes pending.
  ROLES: 'web',
  APPLE_PASS_CERT: chain.certificate.replaceAll('\n', '\\n'),
  APPLE_PASS_KEY: chain.key,
  APPLE_PASS_WWDR: wwdrFile,
  APPLE_PASS_TYPE_ID: chain.passTypeId,
  APPLE_TEAM_ID: chain.teamId,
  GOOGLE_WALLET_ISSUER_ID: '3388000000012345678',
  GOOGLE_WALLET_KEY: keyFile,
};
const site = await startTestServer(SETTINGS);
const { database } = site;

async function owner(server = site) {
  const redemption = await openRedemption(server.database);
  const visitor = server.visitor();
  visitor.cookie = await signIn(server.database, { id: redemption.memberId, isAdmin: false });
  await server.database
    .updateTable('cardRedemptions')
    .set({ status: 'issued', issuedAt: new Date(), reveal: 'details', providerRef: randomUUID() })
    .where('id', '=', redemption.id)
    .execute();
  const shown = async () => (await visitor.get('/api/redemptions')).body[0];
  return { redemption, visitor, shown };
}

test('the owner of an issued reward gets its pass as a file for Apple Wallet', async () => {
  const { redemption, visitor, shown } = await owner();
  const { appleWalletUrl } = await shown();
  expect(appleWalletUrl).toBe(`/api/redemptions/${redemption.id}/pass.pkpass`);
  const answer = await fetch(site.url + appleWalletUrl, { headers: { cookie: visitor.cookie } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/vnd.apple.pkpass');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  expect(JSON.parse(Buffer.from(files['pass.json'] ?? []).toString())).toMatchObject({
    serialNumber: redemption.id,
    passTypeIdentifier: chain.passTypeId,
    organizationName: 'Pocketful',
    storeCard: { primaryFields: [{ value: '$1' }], headerFields: [{ value: 'TEST PASS' }] },
  });
  const row = await database
    .selectFrom('cardRedemptions')
    .select(['appleWalletUrl', 'googleWalletUrl'])
    .where('id', '=', redemption.id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ appleWalletUrl, googleWalletUrl: null });
});

test('the owner is redirected to Google with a link that Google can check, and the link is not stored', async () => {
  const { redemption, visitor, shown } = await owner();
  const { googleWalletUrl } = await shown();
  const answer = await visitor.get(googleWalletUrl);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store']);
  const location = answer.headers.get('location') ?? '';
  const token = location.replace('https://pay.google.com/gp/v/save/', '');
  const { payload } = await jwtVerify(token, createPublicKey(privateKey), { algorithms: ['RS256'] });
  expect(JSON.stringify(payload)).toContain(redemption.id);
  const row = await database
    .selectFrom('cardRedemptions')
    .selectAll()
    .where('id', '=', redemption.id)
    .executeTakeFirstOrThrow();
  expect(row.googleWalletUrl).toBe(googleWalletUrl);
  expect(JSON.stringify(row)).not.toContain('pay.google.com');
});

test.each(['pass.pkpass', 'google-pass'])('only the owner gets %s', async (file) => {
  const { redemption, visitor } = await owner();
  const address = `/api/redemptions/${redemption.id}/${file}`;
  const other = await owner();
  expect((await other.visitor.get(address)).status).toBe(404);
  expect((await site.visitor().get(address)).status).toBe(401);
  for (const id of [randomUUID(), 'x', `${redemption.id}x`]) {
    expect((await visitor.get(`/api/redemptions/${id}/${file}`)).status).toBe(404);
  }
});

test('a reward that is not issued, or no longer valid, has no passes', async () => {
  const { redemption, visitor, shown } = await owner();
  for (const status of ['pending', 'processing', 'failed', 'reversed', 'expired'] as const) {
    await database.updateTable('cardRedemptions').set({ status }).where('id', '=', redemption.id).execute();
    expect(await shown()).toMatchObject({ appleWalletUrl: null, googleWalletUrl: null });
    expect((await visitor.get(`/api/redemptions/${redemption.id}/pass.pkpass`)).status).toBe(404);
  }
});

test('a link that is refused leads to the cards of the app, which says why, instead of to an error as JSON', async () => {
  const { redemption, visitor } = await owner();
  const follow = (from: typeof visitor, file: string) =>
    from.call('GET', `/api/redemptions/${redemption.id}/${file}`, undefined, {
      'sec-fetch-dest': 'document',
    });
  for (const file of ['pass.pkpass', 'google-pass']) {
    const refused = await follow(site.visitor(), file);
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/history?tab=cards']);
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect((await site.visitor().get(`/api/redemptions/${redemption.id}/${file}`)).status).toBe(401);
  }
  expect((await follow(visitor, 'pass.pkpass')).status).toBe(200);
  expect((await follow(visitor, 'google-pass')).headers.get('location')).toMatch(
    /^https:\/\/pay\.google\.com\//,
  );
});

test('a link that is refused for another reason than its card leads to the cards with this reason', async () => {
  const { redemption, visitor } = await owner();
  const follow = () =>
    visitor.call('GET', `/api/redemptions/${redemption.id}/google-pass`, undefined, {
      'sec-fetch-dest': 'document',
    });
  for (let i = 0; i < 30; i++) expect((await follow()).status).toBe(302);
  const refused = await follow();
  expect([refused.status, refused.headers.get('location')]).toEqual([
    303,
    '/history?tab=cards#too_many_requests',
  ]);
});

test('passes of one member are limited', async () => {
  const { redemption, visitor } = await owner();
  const address = `/api/redemptions/${redemption.id}/google-pass`;
  const answers = [];
  for (let i = 0; i < 31; i++) answers.push((await visitor.get(address)).status);
  expect(answers.filter((status) => status === 302)).toHaveLength(30);
  expect(answers.at(-1)).toBe(429);
});

test('development signs test passes for Apple by itself and offers none for Google', async () => {
  const development = await startTestServer();
  const { visitor, shown } = await owner(development);
  const { appleWalletUrl, googleWalletUrl, id } = await shown();
  expect(googleWalletUrl).toBeNull();
  expect((await visitor.get(appleWalletUrl)).status).toBe(200);
  expect((await visitor.get(`/api/redemptions/${id}/google-pass`)).status).toBe(404);
  expect((await visitor.get('/api/site')).body.testPasses).toBe(true);
  expect((await site.visitor().get('/api/site')).body.testPasses).toBe(false);
});

test('in production, without certificates, there are no passes', async () => {
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
  const { visitor, shown } = await owner(production);
  visitor.cookie = `__Host-${visitor.cookie}`;
  const { id, status, appleWalletUrl, googleWalletUrl } = await shown();
  expect([status, appleWalletUrl, googleWalletUrl]).toEqual(['issued', null, null]);
  for (const file of ['pass.pkpass', 'google-pass']) {
    expect((await visitor.get(`/api/redemptions/${id}/${file}`)).status).toBe(404);
  }
});

test('a wrong key or an expired certificate stops the start, and every fault is named', async () => {
  const expired = await makeSignerChain({ from: new Date(0), to: new Date(86_400_000) });
  const wrong = { ...SETTINGS, APPLE_PASS_KEY: expired.key, APPLE_TEAM_ID: 'OTHER' };
  await expect(startTestServer(wrong)).rejects.toMatchObject({
    faults: [
      'APPLE_PASS_KEY: is not the key of APPLE_PASS_CERT',
      expect.stringMatching(/^APPLE_TEAM_ID: is OTHER/),
    ],
  });
  const old = {
    APPLE_PASS_CERT: expired.certificate,
    APPLE_PASS_KEY: expired.key,
    APPLE_PASS_WWDR: expired.wwdr,
  };
  await expect(startTestServer({ ...SETTINGS, ...old })).rejects.toMatchObject({
    faults: ['APPLE_PASS_CERT: has expired on 1970-01-02'],
  });
});
