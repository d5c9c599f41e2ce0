import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react';
import { IntlProvider, useFormatter, useTranslations } from 'use-intl';
import { ENGLISH, type Language, languageOf } from '#contract/languages.ts';
import { regionalLocale } from '#contract/regional-locale.ts';
import { languageStore } from './current-language.ts';
import { DATE_FORMATS, type DateFormat, formatOf } from './dates.ts';
import { isolated } from './isolate.ts';
import type { Texts } from './texts.ts';

declare module 'use-intl' {
  interface AppConfig {
    Messages: Texts['app'] &
      Texts['account'] &
      Texts['admin'] &
      Texts['auth'] &
      Texts['earn'] &
      Texts['leaving'] &
      Texts['missions'] &
      Texts['offers'] &
      Texts['pause'] &
      Texts['redeem'] &
      Texts['statement'];
  }
}

const LanguageContext = createContext<Language>(languageOf(ENGLISH));

/** Provides the texts to everything below, and updates them when another language is chosen. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const { language, texts } = useSyncExternalStore(languageStore.subscribe, languageStore.get);
  const messages = useMemo(() => ({ ...texts.app, ...texts.errors }), [texts]);
  return (
    <LanguageContext value={language}>
      <IntlProvider
        locale={regionalLocale(language.code, navigator.languages)}
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

const FORMATS = { dateTime: DATE_FORMATS };

/** Formats numbers, money and dates for this language. */
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
    /** Formats an ISO time or a Date; the default format is `medium`. */
    date: (when: string | Date, name: DateFormat = 'medium') => {
      const at = new Date(when);
      return isolated(format.dateTime(at, formatOf(name, at)), direction);
    },
  };
}
