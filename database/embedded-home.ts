import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import path from 'node:path';

/**
 * Where a root's database is if its own user cannot enter the clone. Not `/var/lib/pocketful`, where a site under systemd keeps
 * its data, closed to other users.
 */
export const ROOT_HOME = '/var/lib/pocketful-embedded';

/** Whatever the umask, other users may enter it. */
export async function makeHome(home: string): Promise<void> {
  await fs.mkdir(home, { recursive: true });
  await fs.chmod(home, 0o755);
}

/** Copies the folder `native` of a package to where every user may run what is in it, once for each version. */
export async function copyBinaries(native: string, home = ROOT_HOME): Promise<string> {
  const manifest = await fs.readFile(path.join(native, '../package.json'), 'utf8');
  const target = path.join(home, `postgres-${(JSON.parse(manifest) as { version: string }).version}`);
  if (existsSync(target)) return target;
  await makeHome(home);
  // Copies beside the target and renames, so that an interrupted copy is never used.
  const partial = `${target}.${process.pid}`;
  await fs.cp(native, partial, { recursive: true, verbatimSymlinks: true });
  // They may have been installed for root alone.
  execFileSync('chmod', ['-R', 'go+rX', partial], { stdio: 'pipe' });
  await fs.rename(partial, target).catch(async (error) => {
    await fs.rm(partial, { recursive: true });
    if (!existsSync(target)) throw error;
  });
  return target;
}
