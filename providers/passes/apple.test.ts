import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { passWords } from '#domain/notices/index.ts';
import type { RewardPass } from '#domain/redemption/index.ts';
import { applePasses } from './apple.ts';
import { developmentSigner } from './development-signer.ts';
import { makeSignerChain } from './signer-chain.ts';

const run = promisify(execFile);
const chain = await makeSignerChain({ passTypeId: 'pass.example.rewards', teamId: 'TEAM123456' });
const passes = applePasses(async () => chain, false);
const folder = await mkdtemp(path.join(tmpdir(), 'passes-'));
afterAll(() => rm(folder, { recursive: true }));
/** Not every machine has the command; `.ci/run` installs it. */
const hasOpenssl = await run('openssl', ['version']).then(
  () => true,
  () => false,
);

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
async function opened(pass: RewardPass, made = passes) {
  const files = unzipSync(await made.make(pass));
  const text = (name: string) => Buffer.from(files[name] ?? []).toString('utf8');
  return { files, text, content: JSON.parse(text('pass.json')) };
}

/** Checks the detached signature as Wallet would, with the root in place of Apple's. */
async function verify(files: Record<string, Uint8Array>, root: string): Promise<string> {
  const place = await mkdtemp(path.join(folder, 'signed-'));
  const at = (name: string) => path.join(place, name);
  await writeFile(at('manifest.json'), files['manifest.json'] ?? '');
  await writeFile(at('signature'), files.signature ?? '');
  await writeFile(at('root.pem'), root);
  const options = ['-inform', 'DER', '-in', at('signature'), '-content', at('manifest.json'), '-binary'];
  const trust = ['-CAfile', at('root.pem'), '-purpose', 'any', '-out', at('verified')];
  try {
    await run('openssl', ['smime', '-verify', ...options, ...trust]);
  } catch (error) {
    throw new Error((error as { stderr: string }).stderr);
  }
  return readFile(at('verified'), 'utf8');
}

test('every file of a pass is in its manifest', async () => {
  const { files, text } = await opened(reward());
  const manifest = JSON.parse(text('manifest.json'));
  const signed = Object.keys(files).filter((name) => !['manifest.json', 'signature'].includes(name));
  expect(Object.keys(manifest).sort()).toEqual(signed.sort());
  expect(signed).toEqual(expect.arrayContaining(['pass.json', 'icon.png', 'icon@2x.png', 'logo@3x.png']));
  for (const name of signed) {
    expect(manifest[name]).toBe(
      createHash('sha1')
        .update(files[name] ?? '')
        .digest('hex'),
    );
  }
});

if (hasOpenssl) {
  test('openssl confirms that the certificate chain signs the manifest', async () => {
    const { files, text } = await opened(reward());
    expect(await verify(files, chain.root)).toBe(text('manifest.json'));
  });

  test('a signature of another chain and a changed manifest are not valid', async () => {
    const { files } = await opened(reward());
    const other = await makeSignerChain();
    await expect(verify(files, other.root)).rejects.toThrow(/verify error|unable to get/);
    const changed = { ...files, 'manifest.json': Buffer.from('{}') };
    await expect(verify(changed, chain.root)).rejects.toThrow(/digest failure/);
  });
}

test('a reward with a value is a store card with its value, its dates and a disclaimer', async () => {
  const pass = reward();
  const { content } = await opened(pass);
  expect(content).toMatchObject({
    formatVersion: 1,
    passTypeIdentifier: 'pass.example.rewards',
    teamIdentifier: 'TEAM123456',
    serialNumber: pass.redemptionId,
    organizationName: 'Pocketful',
    logoText: 'Pocketful',
    description: 'Reward pass of Pocketful',
    sharingProhibited: true,
    // In Mexico the last day is not over when it is over in UTC.
    expirationDate: '2027-11-01T11:59:59.000Z',
    storeCard: {
      headerFields: [],
      primaryFields: [{ key: 'value', label: 'Prepaid card', value: '$5' }],
      secondaryFields: [
        { key: 'issued', label: 'Issued', dateStyle: 'PKDateStyleMedium' },
        {
          key: 'expires',
          label: 'Valid until',
          value: expect.stringMatching(/^2027-10-31T/),
          ignoresTimeZone: true,
        },
      ],
      backFields: [
        { key: 'about', value: expect.stringContaining('It is not a payment card, does not tap to pay') },
        { key: 'reference', value: pass.redemptionId },
      ],
    },
  });
  expect(content).not.toHaveProperty('generic');
  expect(content).not.toHaveProperty('barcodes');
  expect(content).not.toHaveProperty('nfc');
});

test('a ticket is a generic pass with its name in large type', async () => {
  const { content } = await opened(
    reward({ style: 'ticket', title: 'Day ticket', expiresAt: null, endsAt: null }),
  );
  expect(content.generic).toMatchObject({
    primaryFields: [{ key: 'title', value: 'Day ticket' }],
    secondaryFields: [{ key: 'value', value: '$5' }, { key: 'issued' }],
  });
  expect(content).not.toHaveProperty('storeCard');
  expect(content).not.toHaveProperty('expirationDate');
});

test('a pass that buys nothing or that we signed ourselves says TEST PASS on its face', async () => {
  const signer = await developmentSigner(path.join(folder, 'data'));
  const selfSigned = applePasses(async () => signer, true);
  for (const { content } of [
    await opened(reward({ test: true })),
    await opened(reward({ style: 'ticket' }), selfSigned),
  ]) {
    const { headerFields } = content.storeCard ?? content.generic;
    expect(headerFields).toMatchObject([{ value: 'TEST PASS' }]);
  }
});

test('development makes its signer once, even in two processes, and only its user can read it', async () => {
  const data = path.join(folder, 'shared');
  const signers = await Promise.all([developmentSigner(data), developmentSigner(data)]);
  expect(signers[0]).toEqual(signers[1]);
  expect(await developmentSigner(data)).toEqual(signers[0]);
});

test('no pass is signed with an expired certificate', async () => {
  const old = await makeSignerChain({
    from: new Date(Date.now() - 2 * 86_400_000),
    to: new Date(Date.now() - 86_400_000),
  });
  await expect(applePasses(async () => old, false).make(reward())).rejects.toThrow('expired');
});
