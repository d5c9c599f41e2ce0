import { createHash } from 'node:crypto';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';
import { endpoints } from '#contract/index.ts';
import type { LanguageCode } from '#contract/languages.ts';
import type { Messages } from '#web/shared/language/compare.ts';
import { appAreas, offeredLanguages, shownCatalogue } from './catalogue-files.ts';

const ERRORS_AT_ONCE = ['network', 'internal', 'missing_part'];
const refusalsOf = (who: 'staff' | 'others'): Set<string> =>
  new Set(
    endpoints
      .filter(({ access }) => (access === 'admin') === (who === 'staff'))
      .flatMap(({ errors = [] }) => errors),
  );
/** Refusals that only calls of staff give. */
const ERRORS_OF_STAFF = refusalsOf('staff').difference(refusalsOf('others'));
/** Texts of `app` that only forms and captchas show, and the areas that have such; `redeem` redeems within `account`. */
const OF_FORMS: Record<string, string[]> = {
  captcha: ['auth', 'account', 'missions'],
  mailbox: ['auth', 'account'],
  rules: ['auth', 'account', 'missions', 'pause', 'redeem'],
};
const DEVELOPMENT_FOLDER = '/texts/';
const HASH_CHARACTERS = 8;

/** Compiles every ICU message of a catalogue; a message without arguments stays a string. */
export function compileMessages(messages: Messages): unknown {
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [
      key,
      typeof value === 'string' ? compile(value) : compileMessages(value),
    ]),
  );
}

/**
 * Writes the catalogues that the app fetches: compiled JSON, a file per language and area, in one folder named after a
 * hash of their content. The app then needs one address instead of the hashed name of every file.
 */
export function catalogues(): Plugin {
  let files: TextFile[] = [];
  let folder = DEVELOPMENT_FOLDER;
  return {
    name: 'catalogues',
    config(_, { command }) {
      files = textFiles();
      const hash = createHash('sha256').update(JSON.stringify(files)).digest('base64url');
      if (command === 'build') folder = `/assets/texts-${hash.slice(0, HASH_CHARACTERS)}/`;
      return { define: { __TEXTS__: JSON.stringify({ folder, languages: offeredLanguages() }) } };
    },
    generateBundle() {
      for (const { name, source } of files) {
        this.emitFile({ type: 'asset', fileName: `${folder.slice(1)}${name}`, source });
      }
    },
    configureServer(server) {
      server.middlewares.use(DEVELOPMENT_FOLDER, (request, response, next) => {
        const found = textFiles().find(({ name }) => `/${name}` === request.url);
        if (!found) return next();
        response.setHeader('Content-Type', 'application/json');
        response.end(found.source);
      });
    },
  };
}

/** A file such as `es/app.json` and its content. */
interface TextFile {
  name: string;
  source: string;
}

const textFiles = (): TextFile[] =>
  offeredLanguages().flatMap((code) =>
    Object.entries(partsIn(code)).map(([part, messages]) => ({
      name: `${code}/${part}.json`,
      source: JSON.stringify(compileMessages(messages)),
    })),
  );

/**
 * Splits the texts of the app into files. Most words for refusals are in a file of their own, loaded after the first
 * screen, together with those of an unknown address; those needed without a response of the server stay in `app`, and staff
 * get all of them with their area. Those of forms come with the areas that have forms.
 */
function partsIn(code: LanguageCode): Record<string, Messages> {
  const { app = {}, ...others } = Object.fromEntries(
    appAreas().map((area) => [area, shownCatalogue(code, area)]),
  );
  const errors = app.errors as Messages;
  const atOnce = Object.fromEntries(ERRORS_AT_ONCE.map((key) => [key, errors[key] ?? '']));
  const { notFound = {}, ...screens } = app as Record<string, Messages>;
  const first = Object.fromEntries(Object.entries(screens).filter(([key]) => !(key in OF_FORMS)));
  const ofForms = (area: string) =>
    Object.fromEntries(Object.entries(app).filter(([key]) => OF_FORMS[key]?.includes(area)));
  const areas = Object.fromEntries(
    Object.entries(others).map(([area, texts]) => [area, { ...texts, ...ofForms(area) }]),
  );
  const ofMembers = Object.fromEntries(Object.entries(errors).filter(([key]) => !ERRORS_OF_STAFF.has(key)));
  return {
    ...areas,
    app: { ...first, errors: atOnce },
    errors: { errors: ofMembers, notFound },
    admin: { ...areas.admin, errors },
  };
}
