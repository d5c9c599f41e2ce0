import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TEST_MS_MAX } from '#testing/patience.ts';
import { runOps, temporaryFolder } from '#testing/process.ts';
import { newNode, startPrimary, startStandby } from '#testing/standby.ts';

/** A backup that costs the primary nothing. */

test('a backup is made from a standby, which cannot note its time', { timeout: TEST_MS_MAX }, async () => {
  const [primary, standby] = [await newNode('db1'), await newNode('db2')];
  await startPrimary(primary);
  const migrated = await runOps(['migrate'], { DATABASE_URL: primary.url });
  expect(migrated.code).toBe(0);
  await startStandby(standby, primary);
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const backup = path.join(folder.path, 'backup');
  const made = await runOps(['backup', backup], { DATABASE_URL: standby.url });
  expect(made).toMatchObject({ code: 0 });
  expect(await readdir(backup)).toContain('manifest.json');
});
