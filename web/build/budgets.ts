import { brotliCompressSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { SCREENS } from './screen-files.ts';

const KB = 1024;
/** Sizes after brotli compression that the build must stay within. */
const BUDGETS = {
  /** The whole landing page; besides it only its icon is loaded. */
  landing: 14 * KB,
  /** All scripts that the dashboard loads before the browser is idle, and the texts of the largest language. */
  dashboard: 105 * KB,
  /** What any other screen for members adds. */
  screen: 25 * KB,
  styles: 12 * KB,
  serviceWorker: 8 * KB,
  /** The typeface's file that pages in every language load. */
  latin: 26 * KB,
  /** Each further file of the typeface, for one script. */
  script: 16 * KB,
};
const FIRST_SCREEN = 'dashboard-page';
const SERVICE_WORKER = 'service-worker';
/** What members may go on to; the two screens of signing in come before the first. */
const FURTHER_SCREENS = new Set(Object.values(SCREENS).map(({ chunk }) => chunk)).difference(
  new Set([FIRST_SCREEN, 'sign-in-page', 'reset-password-page']),
);
/** Texts are files beside the scripts. */
const FIRST_TEXTS = /\/app\.json$/;
/** Loaded together with the account screen. */
const ACCOUNT_SCREEN = 'profile-page';
const ACCOUNT_TEXTS = /\/account\.json$/;
const TYPEFACE = /manrope-.*\.woff2$/;
const LATIN = /manrope-latin-wght/;
/** Loaded when the browser is idle. */
const IDLE = /\/web\/app\/idle\.tsx$/;

/** Fails the build when a page has grown beyond its budget. */
export function budgets(): Plugin {
  return {
    name: 'budgets',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const over = excesses(bundle);
        if (over.length > 0) throw new Error(`Over budget: ${over.join('; ')}`);
      },
    },
  };
}

function excesses(bundle: Rolldown.OutputBundle): string[] {
  const outputs = Object.values(bundle);
  const chunks = outputs.filter((output) => output.type === 'chunk');
  const assets = outputs.filter((output) => output.type === 'asset');
  const facade = (pattern: RegExp) => chunks.filter((chunk) => pattern.test(chunk.facadeModuleId ?? ''));
  const named = (name: string) => chunks.filter((chunk) => chunk.name === name);

  /** These chunks and everything they import, each once. */
  const withImports = (roots: Rolldown.OutputChunk[]): Set<Rolldown.OutputChunk> => {
    const found = new Set(roots);
    for (const chunk of found) {
      for (const other of chunks) if (chunk.imports.includes(other.fileName)) found.add(other);
    }
    return found;
  };
  const size = (found: Iterable<Rolldown.OutputChunk>) =>
    [...found].reduce((sum, { code }) => sum + compressed(code), 0);

  const first = withImports([
    ...chunks.filter((chunk) => chunk.isEntry && chunk.name !== SERVICE_WORKER),
    ...named(FIRST_SCREEN),
  ]);
  const textSize = (pattern: RegExp) => {
    const inEveryLanguage = assets.filter(({ fileName }) => pattern.test(fileName));
    return Math.max(...inEveryLanguage.map(({ source }) => compressed(source)));
  };
  const idle = new Set([...first, ...withImports(facade(IDLE))]);
  const measured: [name: string, bytes: number, budget: number][] = [
    [FIRST_SCREEN, size(first) + textSize(FIRST_TEXTS), BUDGETS.dashboard],
    ...[...FURTHER_SCREENS].map((name): [string, number, number] => [
      name,
      size([...withImports(named(name))].filter((chunk) => !idle.has(chunk))) +
        (name === ACCOUNT_SCREEN ? textSize(ACCOUNT_TEXTS) : 0),
      BUDGETS.screen,
    ]),
    [SERVICE_WORKER, size(named(SERVICE_WORKER)), BUDGETS.serviceWorker],
    ...assets
      .filter(({ fileName }) => fileName === 'index.html' || /app-.*\.css$/.test(fileName))
      .map(({ fileName, source }): [string, number, number] => [
        fileName,
        compressed(source),
        fileName === 'index.html' ? BUDGETS.landing : BUDGETS.styles,
      ]),
    // Fonts are compressed already.
    ...assets
      .filter(({ fileName }) => TYPEFACE.test(fileName))
      .map(({ fileName, source }): [string, number, number] => [
        fileName,
        source.length,
        LATIN.test(fileName) ? BUDGETS.latin : BUDGETS.script,
      ]),
  ];
  return measured
    .filter(([, bytes, budget]) => bytes > budget)
    .map(([name, bytes, budget]) => `${name} ${bytes} of ${budget} bytes`);
}

const compressed = (source: string | Uint8Array) => brotliCompressSync(source).length;
