import { useState } from 'react';
import { LANGUAGE_CODES, type LanguageCode } from '#contract/languages.ts';
import type { Translations } from '#contract/translations.ts';

type Texts = Record<string, string>;

/** What is typed over the saved translations of these texts; it stays while another language is looked at. */
export function useTypedTranslations(texts: readonly string[], saved: Translations) {
  const [typed, setTyped] = useState<Translations>({});
  const [known, setKnown] = useState(texts);
  if (JSON.stringify(known) !== JSON.stringify(texts)) {
    setKnown(texts);
    setTyped(movedTo(texts, known, typed));
  }
  const savedIn = (code: LanguageCode, text: string) => saved[code]?.[text] ?? '';
  const textIn = (code: LanguageCode, text: string) => typed[code]?.[text] ?? savedIn(code, text);
  const isUnsaved = (code: LanguageCode) =>
    texts.some((text) => textIn(code, text).trim() !== savedIn(code, text).trim());
  return {
    textIn,
    /** What was typed in one language. */
    typedIn: (code: LanguageCode): Texts => typed[code] ?? {},
    /** The languages with something that is not saved. */
    unsaved: LANGUAGE_CODES.filter(isUnsaved),
    type: (code: LanguageCode, text: string, translation: string) =>
      setTyped((now) => ({
        ...now,
        [code]: without({ ...now[code], [text]: translation }, saved[code] ?? {}),
      })),
    /** To be called once this was saved: what was typed since stays. */
    settle: (code: LanguageCode, sent: Texts) =>
      setTyped((now) => ({ ...now, [code]: without(now[code] ?? {}, sent) })),
  };
}

/** What was typed without what is the same here: where nothing is typed, the saved translation shows. */
const without = (typed: Texts, texts: Texts): Texts =>
  Object.fromEntries(Object.entries(typed).filter(([text, translation]) => translation !== texts[text]));

/** What was typed for words that others have replaced stands at those, to be looked at and saved. */
function movedTo(texts: readonly string[], before: readonly string[], typed: Translations): Translations {
  const gone = before.filter((text) => !texts.includes(text));
  const added = texts.filter((text) => !before.includes(text));
  const moved = (translation: Texts): Texts =>
    Object.fromEntries(
      Object.entries(translation).map(([text, words]) => [added[gone.indexOf(text)] ?? text, words]),
    );
  return Object.fromEntries(Object.entries(typed).map(([code, translation]) => [code, moved(translation)]));
}
