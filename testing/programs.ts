import { existsSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, type TestOptions, test } from 'vitest';

/** Programs of other makers that stand beside the product in production; `.ci/run` installs them from Debian. */
export type Program = 'caddy' | 'haproxy' | 'nginx' | 'pgbouncer' | 'promtool' | 'systemd-analyze';

/** Debian keeps servers where the PATH of a plain user does not look. */
const FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];

/** Path of the program, or undefined where it is not installed. */
const find = (program: Program): string | undefined =>
  FOLDERS.map((folder) => path.join(folder, program)).find((file) => existsSync(file));

/**
 * A test that needs a program, whose path it gets. Where the program is missing, the test is not run, and the output of
 * `npm test` says so.
 */
export function testWith(
  program: Program,
  name: string,
  options: TestOptions,
  body: (program: string) => Promise<void>,
): void {
  test(name, options, async (context: TestContext) => {
    const found = find(program);
    if (!found) return context.skip(`needs ${program}`);
    await body(found);
  });
}
