import { expect, test } from 'vitest';
import { advertiserKey, secretMark } from '#server/config/secret.ts';
import { testDatabase } from '#testing/database.ts';
import { runOps } from '#testing/process.ts';

const APP_SECRET = 'a secret of at least thirty-two characters';
const { database, url } = await testDatabase();
const advertiser = () => runOps(['advertiser', 'acme'], { DATABASE_URL: url, APP_SECRET });

test('an advertiser gets address and key by the secret of the site, and no key by another one', async () => {
  const access = new RegExp(
    `^Address  .+/api/mission-postbacks/acme\\?[\\s\\S]+^Key      ${advertiserKey(APP_SECRET, 'acme').toString('hex')} `,
    'm',
  );
  const before = await advertiser();
  expect([before.code, before.output]).toEqual([0, expect.stringMatching(access)]);
  await database.insertInto('secretMark').values({ mark: 'of another one' }).execute();
  const refused = await advertiser();
  expect([refused.code, refused.output]).toEqual([
    1,
    expect.stringContaining('APP_SECRET: is not the one of this site'),
  ]);
  expect(refused.output).not.toContain('Key ');
  await database
    .updateTable('secretMark')
    .set({ mark: secretMark(APP_SECRET) })
    .execute();
  expect((await advertiser()).output).toMatch(access);
});
