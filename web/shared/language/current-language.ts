import {
  LANGUAGE_COOKIE_SECONDS,
  type Language,
  type LanguageCode,
  languageCookie,
  languageOf,
  pickLanguage,
} from '#contract/languages.ts';
import { tellTabs } from '#web/shared/browser/tabs.ts';
import { type Area, fetchTexts, offeredLanguages, type Texts } from './texts.ts';

/** A language with those of its texts that are loaded. */
export interface SpokenLanguage {
  language: Language;
  texts: Partial<Texts> & Pick<Texts, 'app'>;
}

let spoken: SpokenLanguage | undefined;
const listeners = new Set<() => void>();

/** For `useSyncExternalStore`. Throws when read before `loadLanguage` is done. */
export const languageStore = {
  get: (): SpokenLanguage => {
    if (!spoken) throw new Error('No language is loaded yet');
    return spoken;
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** The choice made on this page, from its click on: its texts may still be loading, and the browser may store nothing. */
let choice: LanguageCode | undefined;

/** The language chosen in this browser, if any. */
export function chosenLanguage(): LanguageCode | undefined {
  const saved = readCookies().match(new RegExp(`(?:^|; )${languageCookie(isSecure())}=([\\w-]+)`))?.[1];
  return offeredLanguages().find((code) => code === saved) ?? choice;
}

/** The person's choice, else the browser's language, else English. */
const wantedLanguage = (): LanguageCode =>
  pickLanguage([chosenLanguage(), ...navigator.languages], offeredLanguages());

/** Loads the texts of the person's language. Throws MissingPart. */
export async function loadLanguage(): Promise<void> {
  const code = wantedLanguage();
  show({ language: languageOf(code), texts: { app: await fetchTexts(code, 'app') } });
}

/** Loads the texts of one more area in the language shown or about to be shown, if missing. */
export async function loadArea(area: Area): Promise<void> {
  if (spoken?.texts[area]) return;
  const code = spoken?.language.code ?? wantedLanguage();
  const texts = await fetchTexts(code, area);
  await started;
  const now = languageStore.get();
  if (now.language.code === code) show({ ...now, texts: { ...now.texts, [area]: texts } });
  else await loadArea(area);
}

/** Shows the app in another language, without a reload, and keeps the choice in this browser. Throws MissingPart. */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  const before = choice;
  choice = code;
  try {
    await switchLanguage(code);
  } catch (error) {
    if (choice === code) choice = before;
    throw error;
  }
  keepChoice(code);
  tellTabs({ type: 'language', code });
}

/** The latest choice; texts that arrive late may belong to an earlier one. */
let wanted: LanguageCode | undefined;

/** Shows the app in another language, with every area that is loaded. Throws MissingPart. */
export async function switchLanguage(code: LanguageCode): Promise<void> {
  wanted = code;
  if (languageStore.get().language.code === code) return;
  const texts: Partial<Texts> = {};
  // A screen that opens meanwhile adds areas.
  for (let missing = missingIn(texts); missing.length > 0; missing = missingIn(texts)) {
    const fetched = await Promise.all(
      missing.map(async (area) => ({ [area]: await fetchTexts(code, area) })),
    );
    Object.assign(texts, ...fetched);
  }
  if (wanted === code) show({ language: languageOf(code), texts: texts as SpokenLanguage['texts'] });
}

/**
 * Shows the app in the member's language unless this browser has a choice of its own. Without the texts the page stays as
 * it is.
 */
export async function followMember(language: LanguageCode | null | undefined): Promise<void> {
  if (!language || chosenLanguage() || !offeredLanguages().includes(language)) return;
  await switchLanguage(language).catch(() => undefined);
}

/** The areas loaded in the language shown but missing from these texts. */
const missingIn = (texts: Partial<Texts>): Area[] =>
  (Object.keys(languageStore.get().texts) as Area[]).filter((area) => !texts[area]);

let start: () => void = () => undefined;
const started = new Promise<void>((resolve) => {
  start = resolve;
});

function show(next: SpokenLanguage): void {
  spoken = next;
  document.documentElement.lang = next.language.code;
  document.documentElement.dir = next.language.direction;
  start();
  for (const listener of listeners) listener();
}

function keepChoice(code: LanguageCode): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox ESR and on plain http
    document.cookie = `${languageCookie(isSecure())}=${code}; Path=/; Max-Age=${LANGUAGE_COOKIE_SECONDS}; SameSite=Lax${isSecure() ? '; Secure' : ''}`;
  } catch {
    // A browser that stores nothing keeps the language until the page closes.
  }
}

const isSecure = () => location.protocol === 'https:';

function readCookies(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}
