import { existsSync } from 'node:fs';
import { ENGLISH, LANGUAGE_CODES } from '#contract/languages.ts';
import { regionalLocale } from '#contract/regional-locale.ts';
import { directionOf } from './direction.ts';
import { en } from './texts/en.ts';
import type { Texts } from './texts/texts.ts';

/** A language tag (BCP 47), as in `users.locale`. */
export type Language = string;

export const FALLBACK_LANGUAGE: Language = ENGLISH;

/**
 * The texts of each language: `texts/es.ts` exports `es` and so on. A language is available once its file exists. The
 * browser's texts have catalogues of their own.
 */
const CATALOGUES: Record<Language, Texts> = { en, ...Object.fromEntries(await Promise.all(translated())) };

function translated(): Promise<[Language, Texts]>[] {
  return LANGUAGE_CODES.filter(
    (code) => code !== ENGLISH && existsSync(new URL(`./texts/${code}.ts`, import.meta.url)),
  ).map(async (code): Promise<[Language, Texts]> => {
    // Not a glob pattern: a test runner would resolve it beforehand and miss a language that is added later.
    const { href } = new URL(`./texts/${code}.ts`, import.meta.url);
    const file: Record<string, Texts | undefined> = await import(/* @vite-ignore */ href);
    const texts = file[code];
    if (!texts) throw new Error(`texts/${code}.ts does not export ${code}`);
    return [code, texts];
  });
}

export interface Speech {
  texts: Texts;
  language: Language;
  direction: 'ltr' | 'rtl';
  /** Fills the `{name}`s of a text of this language. */
  say: (text: string, values: Record<string, string>) => string;
  points: (count: number) => string;
  /** The unit stays as it is in every language. */
  megabytes: (count: number) => string;
  /** Formats whole US cents as dollars. */
  dollars: (cents: number) => string;
  /** Formats a moment to the minute, in UTC. */
  moment: (iso: string) => string;
  /** Formats the day of a moment, in UTC: the last day of a reward, as the screens show it. */
  day: (iso: string) => string;
}

/**
 * Returns the functions to write in a language; English if there are no texts of it. Numbers, money and dates are written as in
 * `country` (ISO 3166-1 alpha-2), if it is known.
 */
export function speak(wanted: Language, country?: string | null): Speech {
  const language = Object.hasOwn(CATALOGUES, wanted) ? wanted : FALLBACK_LANGUAGE;
  const texts = CATALOGUES[language] ?? en;
  const direction = directionOf(language);
  const locale = country ? regionalLocale(language, [`${language}-${country}`]) : language;
  const plural = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(locale);
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  });
  const day = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  const days = new Intl.DateTimeFormat(locale, day);
  const moments = new Intl.DateTimeFormat(locale, {
    ...day,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  return {
    texts,
    language,
    direction,
    say: (text, values) => fill(text, direction === 'rtl' ? isolatedValues(values) : values),
    points: (count) =>
      fill(texts.points[plural.select(count)] ?? texts.points.other, {
        count: numbers.format(count),
      }),
    megabytes: (count) => `${numbers.format(count)} MB`,
    moment: (iso) => moments.format(new Date(iso)),
    day: (iso) => days.format(new Date(iso)),
    dollars: (cents) => money.format(cents / 100),
  };
}

/**
 * Isolates amounts and names, so that they keep their order in a sentence read from right to left (UAX #9: U+2068 ...
 * U+2069).
 */
const isolatedValues = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `\u2068${value}\u2069`]));

/** Fills `{name}`. A name without a value is a fault of ours, not something to send. */
export function fill(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`a text needs ${whole}`);
    return value;
  });
}
