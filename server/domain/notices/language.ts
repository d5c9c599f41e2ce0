import { en } from './texts/en.ts';
import type { Texts } from './texts/texts.ts';

/** A language tag (BCP 47) like `users.locale` holds. */
export type Language = string;

/** The languages that mails speak. The browser's texts have catalogues of their own. */
const CATALOGUES: Record<Language, Texts> = { en };
export const FALLBACK_LANGUAGE: Language = 'en';

export interface Speech {
  texts: Texts;
  language: Language;
  direction: 'ltr' | 'rtl';
  points: (count: number) => string;
  /** Whole US cents as dollars. */
  dollars: (cents: number) => string;
}

/** How to say something in a language; in English where there are no texts of it. */
export function speak(wanted: Language): Speech {
  const language = Object.hasOwn(CATALOGUES, wanted) ? wanted : FALLBACK_LANGUAGE;
  const texts = CATALOGUES[language] ?? en;
  const plural = new Intl.PluralRules(language);
  const money = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  });
  return {
    texts,
    language,
    direction: directionOf(language),
    points: (count) =>
      fill(texts.points[plural.select(count)] ?? texts.points.other, {
        count: new Intl.NumberFormat(language).format(count),
      }),
    dollars: (cents) => money.format(cents / 100),
  };
}

/** The reading direction of a language, from CLDR. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  const locale = new Intl.Locale(language) as Intl.Locale & { getTextInfo: () => { direction?: string } };
  return locale.getTextInfo().direction === 'rtl' ? 'rtl' : 'ltr';
}

/** Fills `{name}`. A name without a value is a fault of ours, not something to send. */
export function fill(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`a text needs ${whole}`);
    return value;
  });
}
