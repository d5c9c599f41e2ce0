import type { Plugin, Rolldown } from 'vite';
import type { APP_PATHS } from '#contract/site.values.ts';
import { appAreas } from './catalogue-files.ts';

const FILE = 'screens.json';
const ENTRY = 'app';

/** The code and areas of texts that the members' screens wait for, as routes.tsx loads them. */
export const SCREENS: Partial<Record<(typeof APP_PATHS)[number], { chunk: string; texts: string[] }>> = {
  '/auth': { chunk: 'sign-in-page', texts: ['auth'] },
  '/confirm-email': { chunk: 'sign-in-page', texts: ['auth'] },
  '/identity/*': { chunk: 'sign-in-page', texts: ['auth'] },
  '/reset-password': { chunk: 'reset-password-page', texts: ['auth'] },
  '/dashboard': { chunk: 'dashboard-page', texts: [] },
  '/task': { chunk: 'tasks-page', texts: ['missions'] },
  '/history': { chunk: 'history-page', texts: ['redeem'] },
  '/statement': { chunk: 'statement-page', texts: ['statement', 'redeem'] },
  '/offers': { chunk: 'offers-screens', texts: ['offers'] },
  '/offers/started': { chunk: 'offers-screens', texts: ['offers'] },
  '/offers/*': { chunk: 'offers-screens', texts: ['offers'] },
  '/adwall': { chunk: 'adwall-page', texts: ['missions'] },
  '/earn': { chunk: 'earn-page', texts: ['earn'] },
  '/redeem': { chunk: 'redeem-page', texts: ['account', 'redeem', 'earn'] },
  '/profile': { chunk: 'profile-page', texts: ['account', 'redeem'] },
};

/**
 * Lists the files that each screen needs besides those that the app's page names itself. The server names them with the
 * page (server/http/site/screen-links.ts), so the browser loads all of them at once.
 */
export function screenFiles(): Plugin {
  return {
    name: 'screen-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const entry = filesOf(ENTRY, chunks);
        const screens = Object.entries(SCREENS).map(([path, { chunk, texts }]) => {
          const missing = texts.filter((area) => !appAreas().includes(area));
          if (missing.length > 0) throw new Error(`There are no texts ${missing.join(', ')}`);
          const scripts = [...filesOf(chunk, chunks)].filter((name) => !entry.has(name));
          return [path, { scripts, texts }];
        });
        this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(Object.fromEntries(screens)) });
      },
    },
  };
}

/** The files of a part of the app with all their imports. */
function filesOf(name: string, chunks: Rolldown.OutputChunk[]): Set<string> {
  const first = chunks.find((chunk) => chunk.name === name);
  if (!first) throw new Error(`The build made no ${name}`);
  const files = new Set([first.fileName]);
  for (const file of files) {
    for (const other of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(other);
  }
  return files;
}
