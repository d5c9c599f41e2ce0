import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** An acknowledged call survives the loss of the primary only if its commit has waited for the standby. */

const root = path.resolve(import.meta.dirname, '..');
const SOURCES = '{contract,database,providers,server}/**/*.{ts,sql}';

test('no commit but those of made-up members and of temporary databases is faster than durable', () => {
  const files = globSync(SOURCES, { cwd: root });
  expect(files.length).toBeGreaterThan(300);
  const lowering = files.filter((file) =>
    /synchronous_commit/i.test(readFileSync(path.join(root, file), 'utf8')),
  );
  expect(lowering.toSorted()).toEqual(['database/embedded.ts', 'server/ops/seed.ts']);
});
