/**
 * Texts for and from a translation platform, see docs/how-to/add-a-language.md:
 *
 *     npm run texts -- check [language]           what a language lacks; without one, how much each of them lacks
 *     npm run texts -- export <folder>            a file per language in the JSON of web extensions, which Weblate reads
 *     npm run texts -- import <folder>/<code>.json ...
 *
 * An import writes all of a file or nothing: a text that lacks an argument or a plural form, is left in English, or is unknown
 * is named, and the exit code is 1. So is a fault that `check` finds.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { LANGUAGE_NAMES } from '#contract/languages.names.ts';
import { ENGLISH, LANGUAGE_CODES, type LanguageCode } from '#contract/languages.ts';
import { faultsOfLanguage } from '#web/build/catalogue-files.ts';
import { describedTexts, putTexts } from './texts-files.ts';

const [command, ...args] = process.argv.slice(2);
const [first] = args;

if (command === 'check') check(first === undefined ? undefined : languageOf(first));
else if (command === 'export' && first !== undefined) exportTo(path.resolve(first));
else if (command === 'import' && args.length > 0) for (const file of args) importFrom(path.resolve(file));
else throw new Error('Usage: npm run texts -- check [language] | export <folder> | import <file> ...');

function languageOf(name: string): LanguageCode {
  const code = LANGUAGE_CODES.find((known) => known === name);
  if (!code) throw new Error(`${name} is none of ${LANGUAGE_CODES.join(', ')}`);
  return code;
}

function check(code: LanguageCode | undefined): void {
  if (code === undefined) {
    for (const one of LANGUAGE_CODES) {
      console.log(`${one.padEnd(4)} ${faultsOfLanguage(one).length} faults  ${LANGUAGE_NAMES[one]}`);
    }
    return;
  }
  const faults = faultsOfLanguage(code);
  for (const { key, fault, english } of faults) {
    console.log(`${key}: ${fault}${english === undefined ? '' : `\n    ${JSON.stringify(english)}`}`);
  }
  const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
  console.log(`\n${faults.length} faults. Plural forms of ${code}: ${forms.join(', ')}.`);
  if (faults.length > 0) process.exitCode = 1;
}

function exportTo(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const code of LANGUAGE_CODES) {
    const texts = describedTexts(code);
    writeFileSync(path.join(folder, `${code}.json`), `${JSON.stringify(texts, null, 2)}\n`);
  }
  console.log(
    `${LANGUAGE_CODES.length} files in ${folder}; ${ENGLISH}.json is what the others are translated from`,
  );
}

function importFrom(file: string): void {
  const code = languageOf(path.basename(file, '.json'));
  const given = z
    .record(z.string(), z.object({ message: z.string().max(20_000) }))
    .parse(JSON.parse(readFileSync(file, 'utf8')));
  const { changed, files, faults } = putTexts(
    code,
    new Map(Object.entries(given).map(([key, { message }]) => [key, message])),
  );
  for (const [name, content] of files) writeFileSync(name, content);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  console.log(
    faults.length > 0
      ? `${code}: nothing is written, ${faults.length} faults`
      : `${code}: ${changed} texts changed`,
  );
}
