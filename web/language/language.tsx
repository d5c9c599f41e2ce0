import { createContext, type ReactNode, use } from 'react';
import { IntlProvider, useFormatter, useTranslations } from 'use-intl';
import type { AreaMessages } from './areas.tsx';
import { LANGUAGE_COOKIE, LANGUAGES, type Language, type LanguageCode, pickLanguage } from './languages.ts';
import type english from './messages/en/app.json';

type Messages = typeof english;

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages & AreaMessages['account'] & AreaMessages['admin'] & AreaMessages['missions'];
  }
}

/** The catalogues, compiled at build time, one file per language. */
const CATALOGUES: Record<LanguageCode, () => Promise<{ default: Messages }>> = {
  en: () => import('./messages/en/app.json'),
};

/** A language with its texts. */
export interface LoadedLanguage {
  language: Language;
  messages: Messages;
}
const LanguageContext = createContext<Language>(LANGUAGES[0]);

/** The language of this person, whether or not it is loaded yet. */
export function chosenLanguage(): Language {
  const chosen = document.cookie.match(new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=([\\w-]+)`))?.[1];
  return pickLanguage(chosen, navigator.languages);
}

/** Loads the catalogue of this person's language and marks the page with it. */
export async function loadLanguage(): Promise<LoadedLanguage> {
  const language = chosenLanguage();
  const { default: messages } = await CATALOGUES[language.code as LanguageCode]();
  document.documentElement.lang = language.code;
  document.documentElement.dir = language.direction;
  return { language, messages };
}

/** Keeps the choice for a year and shows the page in it. */
export function chooseLanguage(code: LanguageCode): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox ESR and on plain http
  document.cookie = `${LANGUAGE_COOKIE}=${code}; Path=/; Max-Age=31536000; SameSite=Lax`;
  window.location.reload();
}

/** Gives the texts to everything below. */
export function LanguageProvider({ loaded, children }: { loaded: LoadedLanguage; children: ReactNode }) {
  return (
    <LanguageContext value={loaded.language}>
      <IntlProvider
        locale={loaded.language.code}
        messages={loaded.messages}
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
    moment: { month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  },
} as const satisfies Parameters<typeof IntlProvider>[0]['formats'];

/** Numbers, money and dates as this language writes them. */
export function useFormats() {
  const format = useFormatter();
  return {
    /** Whole US cents -> `$1.00`. */
    dollars: (cents: number) =>
      format.number(cents / 100, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }),
    number: (value: number) => format.number(value),
    /** An ISO time (or Date) in one of the named formats; `medium` unless told. */
    date: (when: string | Date, name: keyof (typeof FORMATS)['dateTime'] = 'medium') =>
      format.dateTime(new Date(when), FORMATS.dateTime[name]),
    /** `2 minutes ago`, `in 3 hours`. */
    relative: (when: string | Date) => format.relativeTime(new Date(when), new Date()),
  };
}
