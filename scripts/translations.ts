/**
 * Shows what a language still lacks: `node scripts/translations.ts es`; without a language, how much each of them
 * lacks. Prints the key, what is wrong and the English text. The exit code is 1 if anything is wrong. See
 * docs/how-to/add-a-language.md.
 */
import { LANGUAGE_NAMES } from '#contract/languages.names.ts';
import { LANGUAGE_CODES } from '#contract/languages.ts';
import { faultsOfLanguage } from '#web/build/catalogue-files.ts';

const [wanted] = process.argv.slice(2);
if (wanted === undefined) {
  for (const code of LANGUAGE_CODES) {
    console.log(`${code.padEnd(4)} ${faultsOfLanguage(code).length} faults  ${LANGUAGE_NAMES[code]}`);
  }
} else {
  const code = LANGUAGE_CODES.find((known) => known === wanted);
  if (!code) throw new Error(`${wanted} is none of ${LANGUAGE_CODES.join(', ')}`);
  const faults = faultsOfLanguage(code);
  for (const { key, fault, english } of faults) {
    console.log(`${key}: ${fault}${english === undefined ? '' : `\n    ${JSON.stringify(english)}`}`);
  }
  const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
  console.log(`\n${faults.length} faults. Plural forms of ${code}: ${forms.join(', ')}.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
