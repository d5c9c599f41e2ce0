import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type ConfigError, readConfig } from './config.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'pass-config-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string) => {
  const place = path.join(folder, name);
  writeFileSync(place, text);
  return place;
};
const PEM = '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n';
const APPLE = {
  APPLE_PASS_CERT: PEM.replaceAll('\n', '\\n'),
  APPLE_PASS_KEY: PEM,
  APPLE_PASS_WWDR: file('wwdr.pem', PEM),
  APPLE_PASS_TYPE_ID: 'pass.example',
  APPLE_TEAM_ID: 'TEAM',
};

function faults(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    return (error as ConfigError).faults;
  }
}

test('without settings there are no passes', () => {
  expect(readConfig({}).passes).toEqual({ apple: undefined, google: undefined });
});

test('certificates are given as text, with line breaks or \\n, or as the paths of their files', () => {
  // The line breaks at the end of a file are no part of its text.
  const same = { certificate: PEM, key: PEM, wwdr: PEM.trimEnd() };
  expect(readConfig(APPLE).passes.apple).toEqual({ ...same, passTypeId: 'pass.example', teamId: 'TEAM' });
});

test('incomplete settings, a missing file and one that may never end are faults', () => {
  const { APPLE_TEAM_ID: _, ...rest } = APPLE;
  expect(faults({ ...rest, GOOGLE_WALLET_ISSUER_ID: '1' })).toEqual([
    'APPLE_TEAM_ID: must be set for reward passes',
    'GOOGLE_WALLET_KEY: must be set for reward passes',
  ]);
  expect(faults({ ...APPLE, APPLE_PASS_KEY: path.join(folder, 'none.pem') })).toEqual([
    'APPLE_PASS_KEY: its file cannot be read (ENOENT)',
  ]);
  expect(faults({ ...APPLE, APPLE_PASS_KEY: '/dev/zero' })).toEqual([
    'APPLE_PASS_KEY: must be the path of a plain file',
  ]);
});

test.each([
  ['not JSON', 'SECRET-OF-THE-KEY'],
  ['another file of Google', '{"client_id":"x","secret":"SECRET-OF-THE-KEY"}'],
  ['a broken key', '{"client_email":"a@b.iam.gserviceaccount.com","private_key":"SECRET-OF-THE-KEY"}'],
])(
  '%s is refused as the key file of a service account, and the fault repeats nothing of it',
  (name, text) => {
    const found = faults({ GOOGLE_WALLET_ISSUER_ID: '33', GOOGLE_WALLET_KEY: file(`${name}.json`, text) });
    expect(found).toEqual(['GOOGLE_WALLET_KEY: is not the JSON key file of a service account']);
  },
);

test('an issuer id that is not a number is a fault', () => {
  const found = faults({ GOOGLE_WALLET_ISSUER_ID: 'BCR-1', GOOGLE_WALLET_KEY: file('x.json', '{}') });
  expect(found[0]).toBe('GOOGLE_WALLET_ISSUER_ID: is a number');
});
