import { expect, test } from 'vitest';
import { nameDatabase } from './name-database.ts';

test.each([
  ['postgres://site:a-secret@db.example:6432/rewards', 'rewards at db.example:6432 as site'],
  [
    'postgresql://site:a-secret@db.example/rewards?application_name=ops',
    'rewards at db.example:5432 as site',
  ],
  ['postgres://db.example/rewards?user=site&password=a-secret', 'rewards at db.example:5432 as site'],
  [
    'postgres:///rewards?host=/run/postgresql&user=site&password=a-secret',
    'rewards at /run/postgresql:5432 as site',
  ],
  ['postgres://si%20te:a-secret@127.0.0.1/rewards', 'rewards at 127.0.0.1:5432 as si te'],
])('%s is named without its password', (databaseUrl, name) => {
  expect(nameDatabase({ databaseUrl, dataDir: '.data' })).toBe(`Database: ${name}`);
});

test('the embedded database is named by its folder', () => {
  expect(nameDatabase({ databaseUrl: undefined, dataDir: '/srv/site' })).toBe(
    'Database: the embedded one in /srv/site',
  );
});
