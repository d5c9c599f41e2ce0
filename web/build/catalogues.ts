import { createHash } from 'node:crypto';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';
import type { LanguageCode } from '../../contract/languages.ts';
import type { Messages } from '../language/compare.ts';
import { areas, offeredLanguages, shownCatalogue } from './catalogue-files.ts';

/** Texts of pages that are rendered at build time; the app never asks for them. */
const STATIC_AREAS = new Set(['landing', 'legal']);
const DEVELOPMENT_FOLDER = '/texts/';
const HASH_CHARACTERS = 8;

/** Replaces every ICU message of a catalogue by its compiled form; what has no argument stays a string. */
export function compileMessages(messages: Messages): unknown {
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [
      key,
      typeof value === 'string' ? compile(value) : compileMessages(value),
    ]),
  );
}

/**
 * The catalogues as the app fetches them: compiled JSON, a file per language and area, all below one folder that is named
 * after what they say. So the app needs to know one address, and not the hashed name of every file of every language.
 */
export function catalogues(): Plugin {
  const compiled = (code: LanguageCode, area: string) =>
    JSON.stringify(compileMessages(shownCatalogue(code, area)));
  let files: { name: string; source: string }[] = [];
  let folder = DEVELOPMENT_FOLDER;
  return {
    name: 'catalogues',
    config(_, { command }) {
      const languages = offeredLanguages();
      files = languages.flatMap((code) =>
        areas()
          .filter((area) => !STATIC_AREAS.has(area))
          .map((area) => ({ name: `${code}/${area}.json`, source: compiled(code, area) })),
      );
      const hash = createHash('sha256').update(JSON.stringify(files)).digest('base64url');
      if (command === 'build') folder = `/assets/texts-${hash.slice(0, HASH_CHARACTERS)}/`;
      return { define: { __TEXTS__: JSON.stringify({ folder, languages }) } };
    },
    generateBundle() {
      for (const { name, source } of files) {
        this.emitFile({ type: 'asset', fileName: `${folder.slice(1)}${name}`, source });
      }
    },
    configureServer(server) {
      server.middlewares.use(DEVELOPMENT_FOLDER, (request, response, next) => {
        const [code, area] = (request.url ?? '').replace(/^\/|\.json(\?.*)?$/g, '').split('/');
        if (!offeredLanguages().some((known) => known === code) || !areas().includes(area ?? ''))
          return next();
        response.setHeader('Content-Type', 'application/json');
        response.end(compiled(code as LanguageCode, area ?? ''));
      });
    },
  };
}
