import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { passWords } from '#domain/notices/index.ts';
import type { RewardPass } from '#domain/redemption/index.ts';
import { googlePasses } from './google.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const settings = {
  issuerId: '3388000000012345678',
  account: 'passes@project-of-rewards.iam.gserviceaccount.com',
  key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};
const passes = googlePasses(settings);

const reward = (values: Partial<RewardPass> = {}): RewardPass => ({
  redemptionId: randomUUID(),
  style: 'value',
  productName: 'Pocketful',
  title: 'Prepaid card',
  issuedAt: new Date('2026-11-01T10:00:00Z'),
  expiresAt: new Date('2027-10-31T23:59:59Z'),
  endsAt: new Date('2027-11-01T11:59:59Z'),
  link: 'https://rewards.example/history?tab=cards',
  words: passWords('en', {
    productName: 'Pocketful',
    amountCents: 500,
    rewardWording: 'specification',
    country: null,
  }),
  test: false,
  ...values,
});
async function verified(link: string) {
  const [, token = ''] = /^https:\/\/pay\.google\.com\/gp\/v\/save\/([\w.-]+)$/.exec(link) ?? [];
  const options = { issuer: settings.account, audience: 'google', algorithms: ['RS256'] };
  // biome-ignore lint/suspicious/noExplicitAny: the token is Google's to read
  return (await jwtVerify<any>(token, createPublicKey(privateKey), options)).payload;
}

test('the link holds a signed token with the pass and its disclaimer', async () => {
  const pass = reward();
  const payload = await verified(await passes.link(pass));
  expect(payload).toMatchObject({ typ: 'savetowallet', origins: [], iat: expect.any(Number) });
  const [object] = payload.payload.genericObjects;
  expect(payload.payload.genericClasses).toEqual([{ id: object.classId }]);
  expect(object).toMatchObject({
    id: `3388000000012345678.${pass.redemptionId}`,
    classId: '3388000000012345678.reward',
    state: 'ACTIVE',
    cardTitle: { defaultValue: { language: 'en', value: 'Pocketful' } },
    header: { defaultValue: { language: 'en', value: '$5' } },
    subheader: { defaultValue: { language: 'en', value: 'Prepaid card' } },
    validTimeInterval: { end: { date: '2027-11-01T11:59:59.000Z' } },
    textModulesData: [{ body: 'This pass does not pay. Your reward is in Pocketful.' }],
    linksModuleData: { uris: [{ uri: pass.link, description: 'Open Pocketful' }] },
  });
  expect(object).not.toHaveProperty('barcode');
});

test('the pass of a reward that buys nothing says so', async () => {
  const payload = await verified(await passes.link(reward({ test: true })));
  expect(payload.payload.genericObjects[0].subheader.defaultValue.value).toBe('TEST PASS: Prepaid card');
});

test('long names in a script of three bytes per letter keep the link under 1,800 characters', async () => {
  const productName = 'N'.repeat(40);
  const words = passWords('en', {
    productName,
    amountCents: 5_000,
    rewardWording: 'specification',
    country: null,
  });
  const link = await passes.link(
    reward({
      productName,
      title: 'ह'.repeat(60),
      link: `https://${'x'.repeat(60)}.example/history?tab=cards`,
      words: { ...words, brief: 'ह'.repeat(60), open: 'ह'.repeat(60) },
    }),
  );
  expect(link.length).toBeLessThan(1_800);
  expect((await verified(link)).payload.genericObjects[0].textModulesData).toHaveLength(1);
});

test('a link that would be too long is refused, not cut', async () => {
  await expect(passes.link(reward({ title: 'T'.repeat(1_000) }))).rejects.toThrow('too long');
});
