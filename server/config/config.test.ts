import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

function faults(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults.map((fault) => fault.slice(0, fault.indexOf(':')).replace(/\.\d+$/, ''));
  }
}

test.each([
  ['SHUTDOWN_DELAY', '-1'],
  ['SHUTDOWN_DELAY', '5s'],
  ['SHUTDOWN_DELAY', '3600'],
  ['TRUSTED_PROXIES', 'balancer'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0.1 10.0.0.2'],
  ['SUPPORTED_REGIONS', 'us'],
  ['SUPPORTED_REGIONS', 'US,USA'],
  ['SUPPORTED_REGIONS', ','],
  ['SMTP_URL', 'mail.example:587'],
  ['SMTP_URL', 'https://mail.example'],
  ['SMTP_URL', 'smtp://mail.example:587?tls.rejectUnauthorized=false'],
  ['SMTP_TLS', 'off'],
  ['MIGRATE', 'off'],
  ['REDEMPTION_THRESHOLD_POINTS', '3000000000'],
  ['DATABASE_URL', 'no address'],
  ['DATABASE_URL', 'db.example/rewards'],
  ['DATABASE_URL', 'mysql://db.example/rewards'],
  ['DATABASE_URL', 'postgres://site:pass/word@db.example:5432/rewards'],
  ['DATABASE_URL', 'postgres://db.example/rewards?sslmode=verify-full&sslrootcert=/dev/null/ca.pem'],
  ['MAIL_FROM', 'Pocketful'],
  ['MAIL_FROM', 'Pocketful <no-reply>'],
  ['DATABASE_DIRECT_URL', 'postgres://localhost/x'],
])('%s=%s is refused at the start', (name, value) => {
  expect(faults({ [name]: value })).toEqual([name]);
});

test('a threshold below the price of the first card is refused with that price', () => {
  const threshold = (points: string) => readConfig({ REDEMPTION_THRESHOLD_POINTS: points });
  expect(() => threshold('99')).toThrow(
    'REDEMPTION_THRESHOLD_POINTS: must be 100 or more, the price of the card that members redeem first',
  );
  expect(threshold('100').redemptionThresholdPoints).toBe(100);
  expect(threshold('5000').redemptionThresholdPoints).toBe(5_000);
});

test('valid settings of every form are accepted', () => {
  const settings = {
    TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1,::1,fd00::/8',
    SUPPORTED_REGIONS: 'DE, FR',
    SMTP_URL: 'smtps://user:p%40ss@mail.example:465',
    MAIL_FROM: 'Rewards <no-reply@rewards.example>',
    DATABASE_URL: 'postgresql://site:p%40ss@db.example:6432/rewards?sslmode=verify-full',
  };
  expect(faults({ DATABASE_URL: 'postgres:///rewards?host=/run/postgresql' })).toEqual([]);
  expect(faults(settings)).toEqual([]);
  expect(faults({ SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: 'a@rewards.example' })).toEqual([]);
});

test.each(['pass/word', 'pass?word', 'pass#word', '50%off'])(
  'an SMTP_URL with the password %s is refused with how to write it',
  (password) => {
    expect(() => readConfig({ SMTP_URL: `smtps://site:${password}@mail.example:465` })).toThrow(
      'SMTP_URL: must be like smtps://user:password@mail.example:465, with %25, %2F, %3F and %23 for %, /, ? and # of the password',
    );
  },
);

test('statements stay prepared unless a pooler is between, which can be told to keep them', () => {
  const direct = { DATABASE_URL: 'postgres://bouncer/x', DATABASE_DIRECT_URL: 'postgres://localhost/x' };
  const prepares = (settings: Record<string, string>) => readConfig(settings).preparedStatements;
  expect(prepares({})).toBe(true);
  expect(prepares({ DATABASE_PREPARED_STATEMENTS: 'off' })).toBe(false);
  expect(prepares(direct)).toBe(false);
  expect(prepares({ ...direct, DATABASE_PREPARED_STATEMENTS: 'on' })).toBe(true);
});

test('a wrong value does not hide a missing one', () => {
  const found = faults({ APP_ENV: 'production', PORT: 'x', APP_SECRET: 'short', EMAIL_VERIFICATION: 'off' });
  const missing = [
    'APP_URL',
    'DATABASE_URL',
    'SMTP_URL',
    'MAIL_FROM',
    'SUPPORT_EMAIL',
    'PASSWORD_MIN_LENGTH',
  ];
  expect(found.sort()).toEqual(['PORT', 'APP_SECRET', 'EMAIL_VERIFICATION', ...missing].sort());
});

const PRODUCTION = {
  APP_ENV: 'production',
  APP_URL: 'https://rewards.example',
  APP_SECRET: 'x'.repeat(32),
  DATABASE_URL: 'postgres://localhost/x',
  MAIL_FROM: 'a@rewards.example',
  SUPPORT_EMAIL: 'b@rewards.example',
  PASSWORD_MIN_LENGTH: '8',
};

test('production needs a stated choice of the shortest password, and 6 is one', () => {
  const { PASSWORD_MIN_LENGTH: _, ...unsaid } = { ...PRODUCTION, SMTP_URL: 'smtp://mail.example' };
  expect(faults(unsaid)).toEqual(['PASSWORD_MIN_LENGTH']);
  expect(readConfig({ ...unsaid, PASSWORD_MIN_LENGTH: '6' }).passwordMinLength).toBe(6);
  expect(faults({ ...unsaid, PASSWORD_MIN_LENGTH: '5' })).toEqual(['PASSWORD_MIN_LENGTH']);
  expect(readConfig({}).passwordMinLength).toBe(6);
});

test('faults of browsers go to their service over TLS, or nearby', () => {
  const url = (SENTRY_DSN: string) => ({ ...PRODUCTION, SMTP_URL: 'smtp://mail.example', SENTRY_DSN });
  expect(readConfig(url('https://key@errors.example/42')).errorService?.dsn).toBe(
    'https://key@errors.example/42',
  );
  expect(readConfig(url('http://key@10.0.0.7/42')).errorService?.dsn).toBe('http://key@10.0.0.7/42');
  expect(faults(url('http://key@errors.example/42'))).toEqual(['SENTRY_DSN']);
});

test('breached passwords are asked for over TLS, or nearby', () => {
  const url = (BREACHED_PASSWORDS_URL: string) => ({
    ...PRODUCTION,
    SMTP_URL: 'smtp://mail.example',
    BREACHED_PASSWORDS_URL,
  });
  expect(readConfig(url('https://breaches.example/range')).breachedPasswordsUrl).toBe(
    'https://breaches.example/range/',
  );
  expect(readConfig(url('http://10.0.0.7/range/')).breachedPasswordsUrl).toBe('http://10.0.0.7/range/');
  expect(faults(url('http://breaches.example/range/'))).toEqual(['BREACHED_PASSWORDS_URL']);
  expect(faults(url('ftp://10.0.0.7/range/'))).toEqual(['BREACHED_PASSWORDS_URL']);
});

test('production sends mail only over TLS, unless the relay is near and the operator allows it', () => {
  const smtpTls = (more: Record<string, string>) => readConfig({ ...PRODUCTION, ...more }).smtpTls;
  expect(smtpTls({ SMTP_URL: 'smtp://mail.example:587' })).toBe('required');
  expect(smtpTls({ SMTP_URL: 'smtp://127.0.0.1:25' })).toBe('required');
  for (const host of [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '[::1]',
    '[fd00::1]',
    'localhost',
    'relay',
  ]) {
    expect(smtpTls({ SMTP_URL: `smtp://${host}:25`, SMTP_TLS: 'optional' })).toBe('optional');
  }
  for (const host of ['mail.example', '192.0.2.1', '172.32.0.1', '[2001:db8::1]', '127.0.0.1.example']) {
    const settings = { ...PRODUCTION, SMTP_URL: `smtp://${host}:25`, SMTP_TLS: 'optional' };
    expect(faults(settings)).toEqual(['SMTP_TLS']);
  }
  expect(readConfig({}).smtpTls).toBe('optional');
});

test.each([
  ['HOST', '0.0.0.0'],
  ['HOST', '::'],
  ['HOST', '192.168.1.5'],
  ['HOST', '127.0.0.1.example'],
  ['APP_URL', 'https://rewards.example'],
  ['APP_URL', 'http://192.168.1.5:3000'],
])('development with %s=%s stops, unless one setting opens it', (name, value) => {
  expect(faults({ [name]: value })).toEqual([name]);
  expect(faults({ [name]: value, DEVELOPMENT_OPEN: 'off' })).toEqual([name]);
  expect(faults({ [name]: value, DEVELOPMENT_OPEN: 'on' })).toEqual([]);
});

test('development answers this machine under each of its names', () => {
  expect(readConfig({}).hosts).toEqual(['127.0.0.1', '::1']);
  for (const HOST of ['127.0.0.1', '127.0.0.2', '::1', 'localhost']) expect(faults({ HOST })).toEqual([]);
  for (const APP_URL of ['http://localhost:5173', 'http://127.0.0.1:1', 'http://[::1]:1'])
    expect(faults({ APP_URL })).toEqual([]);
});

test('production answers every address, and is not opened as development', () => {
  const settings = { ...PRODUCTION, SMTP_URL: 'smtp://mail.example' };
  expect(readConfig(settings).hosts).toEqual(['::']);
  expect(readConfig({ ...settings, HOST: '0.0.0.0' }).hosts).toEqual(['0.0.0.0']);
  expect(faults({ ...settings, DEVELOPMENT_OPEN: 'on' })).toEqual(['DEVELOPMENT_OPEN']);
});

test('NODE_ENV=production without APP_ENV stops with one line', () => {
  const environment = { NODE_ENV: 'production', HOST: '0.0.0.0', PORT: 'x' };
  expect(faults(environment)).toEqual(['APP_ENV']);
  expect(faults({ NODE_ENV: 'production', APP_ENV: 'development' })).toEqual([]);
  expect(faults({ NODE_ENV: 'test' })).toEqual([]);
});
