import { realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Plugin, PluginForm, SINGLE_PARTS } from './plugin.ts';

/** The operator's own modules, which PLUGINS names. They run with all rights of the site, so nobody else may write them. */

const require = createRequire(import.meta.url);
const WRITABLE_BY_OTHERS = 0o022;

/** Loads the modules and adds every fault to `faults`, one line each. Settings that a part takes the place of may not be given. */
export function loadPlugins(
  files: readonly string[],
  given: Readonly<Record<string, string | undefined>>,
  faults: string[],
): Plugin[] {
  const plugins = files.flatMap((file) => {
    try {
      return [load(file)];
    } catch (error) {
      faults.push(`PLUGINS: ${file} ${error instanceof PluginError ? error.message : `failed: ${error}`}`);
      return [];
    }
  });
  for (const [n, { name }] of plugins.entries()) {
    if (plugins.findIndex((other) => other.name === name) < n) faults.push(`PLUGINS: two are called ${name}`);
  }
  for (const part of SINGLE_PARTS) {
    const having = plugins.filter((plugin) => plugin[part]);
    if (having.length > 1)
      faults.push(`PLUGINS: ${having.map(({ name }) => name).join(' and ')} both bring ${part}`);
    const setting = { captcha: 'CAPTCHA', mail: 'SMTP_URL' }[part];
    if (having.length > 0 && given[setting]) faults.push(`${setting}: set although a plug-in brings ${part}`);
  }
  return plugins;
}

class PluginError extends Error {}

function load(file: string): Plugin {
  const real = guarded(path.resolve(file));
  const loaded: { default?: unknown } = require(real);
  const parsed = PluginForm.safeParse(loaded.default);
  if (parsed.success) return parsed.data;
  const first = parsed.error.issues[0];
  throw new PluginError(
    `is no plug-in: ${[first?.path.join('.'), first?.message].filter(Boolean).join(' ')}`,
  );
}

/** Returns the real path of a file that, like its folder, only its owner writes: root, or the user of this process. */
function guarded(file: string): string {
  const real = resolved(file);
  for (const place of [real, path.dirname(real)]) {
    const { mode, uid } = statSync(place);
    const isOurs = uid === 0 || uid === process.getuid?.();
    if (!isOurs || mode & WRITABLE_BY_OTHERS)
      throw new PluginError(
        `may be written by others: ${place} must belong to root or to who runs the site, mode 755 or less`,
      );
  }
  if (!statSync(real).isFile()) throw new PluginError('is no file');
  return real;
}

function resolved(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    throw new PluginError(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
