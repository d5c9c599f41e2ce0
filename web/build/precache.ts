import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';
import { APP_PATHS } from '#contract/site.values.ts';

const SERVICE_WORKER = 'service-worker';
const TOKEN = '__PRECACHE__';
const ENTRY = 'app';
/** Parts that open without a connection; the other screens are loaded when opened. */
const FIRST_PARTS = [ENTRY, 'dashboard-page', 'latest-activity', 'idle', 'failed'];
const APP_STYLES = /^assets\/app-.*\.css$/;
/** What every language shows; the typeface's other files are stored as they arrive. */
const TYPEFACE = /^assets\/manrope-latin-wght-normal-.*\.woff2$/;
const VERSION_CHARACTERS = 12;

/**
 * Writes into the service worker which files it stores (the app's entry, which its page names, and first screens, with all
 * their imports) and the addresses of the app.
 */
export function precache(): Plugin {
  return {
    name: 'precache',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const outputs = Object.values(bundle);
        const chunks = outputs.filter((output) => output.type === 'chunk');
        const worker = chunks.find((chunk) => chunk.name === SERVICE_WORKER);
        if (!worker) throw new Error('The build made no service worker');
        if (worker.imports.length > 0) throw new Error(`The service worker imports ${worker.imports}`);
        const looks = outputs
          .map(({ fileName }) => fileName)
          .filter((name) => APP_STYLES.test(name) || TYPEFACE.test(name));
        const files = [...withImports(chunks), ...looks].map((name) => `/${name}`).toSorted();
        // The page names some files itself; a change of any of them changes the app's entry.
        const version = createHash('sha256').update(files.join()).digest('hex').slice(0, VERSION_CHARACTERS);
        const entry = `/${chunks.find(({ name }) => name === ENTRY)?.fileName}`;
        worker.code = worker.code.replaceAll(
          TOKEN,
          () => `(${JSON.stringify({ version, entry, files, paths: APP_PATHS })})`,
        );
      },
    },
  };
}

function withImports(chunks: Rolldown.OutputChunk[]): string[] {
  const parts = FIRST_PARTS.map((name) => chunks.find((chunk) => chunk.name === name));
  const missing = FIRST_PARTS.filter((_, index) => !parts[index]);
  if (missing.length > 0) throw new Error(`The build made no ${missing.join(', ')}`);
  const found = new Set(parts.map((chunk) => chunk?.fileName ?? ''));
  for (const name of found) {
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? [])
      found.add(imported);
  }
  return [...found];
}
