import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react';
import { IntlProvider, useFormatter, useTranslations } from 'use-intl';
import { ENGLISH, type Language, languageOf } from '#contract/languages.ts';
import { languageStore } from './current-language.ts';
import { isolated } from './isolate.ts';
import type { Texts } from './texts.ts';

declare module 'use-intl' {
  interface AppConfig {
    Messages: Texts['app'] &
      Texts['account'] &
      Texts['admin'] &
      Texts['auth'] &
      Texts['earn'] &
      Texts['missions'] &
      Texts['redeem'];
  }
}

const LanguageContext = createContext<Language>(languageOf(ENGLISH));

/** Gives the texts to everything below, and those of another language when one is chosen. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const { language, texts } = useSyncExternalStore(languageStore.subscribe, languageStore.get);
  const messages = useMemo(() => ({ ...texts.app, ...texts.errors }), [texts]);
  return (
    <LanguageContext value={language}>
      <IntlProvider
        locale={language.code}
        messages={messages}
        formats={FORMATS}
        timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
      >
        {children}
      </IntlProvider>
    </LanguageContext>
  );
}

/** The language shown. */
export const useLanguage = (): Language => use(LanguageContext);

/** The texts of one namespace: `useT('auth')('login.title')`. Keys are those of the English catalogue. */
export const useT = useTranslations;

/** Named formats that messages may use: `{when, date, long}`. */
const FORMATS = {
  dateTime: {
    long: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
    medium: { year: 'numeric', month: 'short', day: 'numeric' },
    time: { hour: 'numeric', minute: '2-digit' },
    /** The last day of a reward: the same everywhere, and a day of UTC as the server has it. */
    day: { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' },
    moment: { month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  },
} as const satisfies Parameters<typeof IntlProvider>[0]['formats'];

/** Numbers, money and dates as this language writes them. */
export function useFormats() {
  const format = useFormatter();
  const { direction } = useLanguage();
  return {
    /** Whole US cents -> `$1.00`. */
    dollars: (cents: number) =>
      isolated(
        format.number(cents / 100, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }),
        direction,
      ),
    number: (value: number) => isolated(format.number(value), direction),
    /** An ISO time (or Date) in one of the named formats; `medium` unless told. */
    date: (when: string | Date, name: keyof (typeof FORMATS)['dateTime'] = 'medium') =>
      isolated(format.dateTime(new Date(when), FORMATS.dateTime[name]), direction),
    /** `2 minutes ago`, `in 3 hours`. */
    relative: (when: string | Date) => isolated(format.relativeTime(new Date(when), new Date()), direction),
  };
}
