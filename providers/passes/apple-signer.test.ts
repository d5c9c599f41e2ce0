import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkSigner } from './apple-signer.ts';
import { makeSignerChain } from './signer-chain.ts';

const DAY_MS = 86_400_000;
const days = (count: number) => new Date(Date.now() + count * DAY_MS);
const right = await makeSignerChain();
const other = await makeSignerChain();
const names = (faults: string[]) => faults.map((fault) => fault.slice(0, fault.indexOf(':')));

test('a signer whose parts belong together has no faults', () => {
  expect(checkSigner(right)).toEqual({ faults: [], warnings: [] });
});

const ellipticKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const lockedKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
test.each<[string, object, string[]]>([
  ['the key of another certificate', { key: other.key }, ['APPLE_PASS_KEY']],
  ['no key', { key: right.certificate }, ['APPLE_PASS_KEY']],
  [
    'a key of another kind',
    { key: ellipticKey.export({ type: 'pkcs8', format: 'pem' }) },
    ['APPLE_PASS_KEY'],
  ],
  [
    'a key with a password',
    { key: lockedKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }) },
    ['APPLE_PASS_KEY'],
  ],
  ['an intermediate that did not issue it', { wwdr: other.wwdr }, ['APPLE_PASS_WWDR']],
  ['itself as the intermediate', { wwdr: right.certificate }, ['APPLE_PASS_WWDR']],
  ['the root as the intermediate', { wwdr: right.root }, ['APPLE_PASS_WWDR']],
  ['no certificate', { certificate: 'x' }, ['APPLE_PASS_CERT']],
  ['another pass type', { passTypeId: 'pass.other' }, ['APPLE_PASS_TYPE_ID']],
  ['a part of the pass type', { passTypeId: right.passTypeId.slice(0, -1) }, ['APPLE_PASS_TYPE_ID']],
  ['another team', { teamId: 'OTHERTEAM1' }, ['APPLE_TEAM_ID']],
  [
    'everything wrong at once',
    { key: other.key, wwdr: other.wwdr, passTypeId: 'pass.other', teamId: 'OTHERTEAM1' },
    ['APPLE_PASS_KEY', 'APPLE_PASS_WWDR', 'APPLE_PASS_TYPE_ID', 'APPLE_TEAM_ID'],
  ],
])('%s is a fault', (_what, values, expected) => {
  const { faults } = checkSigner({ ...right, ...values });
  expect(names(faults)).toEqual(expected);
  expect(faults.join()).not.toContain('PRIVATE KEY');
});

test('a certificate outside its period is a fault, one that ends within 30 days a warning', async () => {
  const expired = await makeSignerChain({ from: days(-9), to: days(-1) });
  expect(checkSigner(expired)).toEqual({
    faults: [expect.stringMatching(/^APPLE_PASS_CERT: has expired on \d{4}-\d\d-\d\d$/)],
    warnings: [],
  });
  const early = await makeSignerChain({ from: days(2), to: days(90) });
  expect(names(checkSigner(early).faults)).toEqual(['APPLE_PASS_CERT', 'APPLE_PASS_WWDR']);
  const ending = await makeSignerChain({ to: days(29) });
  expect(checkSigner(ending)).toEqual({
    faults: [],
    warnings: [expect.stringMatching(/^APPLE_PASS_CERT: expires on/)],
  });
  expect(checkSigner(await makeSignerChain({ to: days(31) })).warnings).toEqual([]);
});
