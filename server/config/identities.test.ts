import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const google = {
  id: 'google',
  name: 'Google',
  issuer: 'https://accounts.google.com',
  clientId: '123.apps.example',
  clientSecret: 'the-secret-text',
};
const production = {
  APP_ENV: 'production',
  APP_URL: 'https://rewards.example',
  APP_SECRET: 'x'.repeat(40),
  DATABASE_URL: 'postgres://user:password@db.example/rewards',
  SMTP_URL: 'smtps://user:password@mail.example:465',
  MAIL_FROM: 'no-reply@rewards.example',
  SUPPORT_EMAIL: 'help@rewards.example',
  PAYOUT_PROVIDER: 'manual',
  PASSWORD_MIN_LENGTH: '8',
};
const read = (list: unknown) =>
  readConfig({ ...production, IDENTITY_PROVIDERS: typeof list === 'string' ? list : JSON.stringify(list) })
    .identityProviders;

function faultsOf(list: unknown): string[] {
  try {
    read(list);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

test('other sites that sign in are read from JSON, with a secret or the key of Apple', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const apple = {
    teamId: 'TEAM123456',
    keyId: 'KEY1234567',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  const { clientSecret: _, ...withoutSecret } = google;
  expect(
    read([google, { ...withoutSecret, id: 'apple', name: 'Apple', apple, scopes: 'openid email' }]),
  ).toMatchObject([
    { id: 'google', secret: { text: 'the-secret-text' }, scopes: 'openid email profile' },
    { id: 'apple', secret: { apple }, scopes: 'openid email' },
  ]);
  expect(readConfig(production).identityProviders).toEqual([]);
});

const office = { ...google, id: 'office', name: 'Office', roles: { 'rewards-owners': 'owner' } };
const withStaff = (staff: unknown, members: unknown[] = []) =>
  readConfig({
    ...production,
    IDENTITY_PROVIDERS: JSON.stringify(members),
    STAFF_IDENTITY_PROVIDER: JSON.stringify(staff),
  }).identityProviders;

test("the operator's own site for staff has a role for each group", () => {
  expect(withStaff(office, [google])).toMatchObject([
    { id: 'google', staff: undefined },
    { id: 'office', staff: { claim: 'groups', roles: { 'rewards-owners': 'owner' } } },
  ]);
  expect(withStaff({ ...office, rolesClaim: 'teams' })).toMatchObject([{ staff: { claim: 'teams' } }]);
  for (const wrong of [
    { ...office, roles: {} },
    { ...office, roles: undefined },
    { ...office, roles: { everybody: 'god' } },
    { ...office, id: 'google' },
    { ...office, issuer: 'http://login.office.example' },
  ]) {
    expect(() => withStaff(wrong, [google])).toThrow(ConfigError);
  }
});

test.each<[string, unknown]>([
  ['no JSON', '{"the-secret-text'],
  ['no list', google],
  ['a misspelt name', [{ ...google, client_id: 'x' }]],
  ['no secret', [{ ...google, clientSecret: undefined }]],
  ['two secrets', [{ ...google, apple: { teamId: 'a', keyId: 'b', privateKey: 'c' } }]],
  [
    'a key that is none',
    [
      {
        ...google,
        clientSecret: undefined,
        apple: { teamId: 'a', keyId: 'b', privateKey: 'the-secret-text' },
      },
    ],
  ],
  ['an id that is no name', [{ ...google, id: '../admin' }]],
  ['the same id twice', [google, google]],
  ['http in production', [{ ...google, issuer: 'http://accounts.example' }]],
  ['an issuer that is no address', [{ ...google, issuer: 'javascript:alert(1)' }]],
  ['scopes without openid', [{ ...google, scopes: 'email profile' }]],
])('settings with %s are refused, and no secret is repeated', (_, list) => {
  const faults = faultsOf(list);
  expect(faults.length).toBeGreaterThan(0);
  expect(faults.every((fault) => fault.startsWith('IDENTITY_PROVIDERS: '))).toBe(true);
  expect(faults.join('\n')).not.toContain('the-secret-text');
});
