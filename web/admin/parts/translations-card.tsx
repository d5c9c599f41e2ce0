import type { QueryKey } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { LANGUAGE_NAMES } from '#contract/languages.names.ts';
import { ENGLISH, LANGUAGE_CODES, type LanguageCode, languageOf } from '#contract/languages.ts';
import type { Translations } from '#contract/translations.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Options, SelectField, TextArea } from '#ui/field.tsx';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { isolated } from '#web/shared/language/isolate.ts';
import { useT } from '#web/shared/language/language.tsx';

type Texts = Record<string, string>;

interface TranslationsCardProps {
  /** What members read, as it was written. */
  texts: readonly string[];
  translations: Translations;
  /** Replaces the translation into one language. */
  send: (language: LanguageCode, texts: Texts) => Promise<unknown>;
  /** Set if the call requires a fresh sign-in. */
  fresh?: boolean;
  /** Queries to read again. */
  stale: readonly QueryKey[];
}

/** The texts of a mission or a reward in other languages, one at a time, and what each language lacks. */
export function TranslationsCard({ texts, translations, send, fresh, stale }: TranslationsCardProps) {
  const t = useT('translations');
  const written = texts.filter((text) => text !== '');
  // What was typed stays while another language is looked at, also if saving fails.
  const [typed, setTyped] = useState<Partial<Record<LanguageCode, Texts>>>({});
  const [language, setLanguage] = useState<LanguageCode>(
    () =>
      LANGUAGE_CODES.find((one) => one !== ENGLISH && written.some((text) => !translations[one]?.[text])) ??
      'es',
  );
  const textIn = (code: LanguageCode, text: string) =>
    typed[code]?.[text] ?? translations[code]?.[text] ?? '';
  const missing = (code: LanguageCode) => written.filter((text) => textIn(code, text).trim() === '').length;
  const save = useCallMutation(
    (code: LanguageCode) => {
      const filled = written.map((text) => [text, textIn(code, text).trim()] as const);
      return send(code, Object.fromEntries(filled.filter(([, translation]) => translation !== '')));
    },
    { fresh: fresh ?? false, done: { title: t('saved') }, stale, failed: t('failed') },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(language);
  };
  const { code, direction } = languageOf(language);
  return (
    <Card className="grid max-w-3xl gap-4" aria-labelledby="translations">
      <h2 id="translations" className="font-bold text-lg">
        {t('title')}
      </h2>
      <p className="text-muted">{t('text')}</p>
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <SelectField
          label={t('language')}
          value={language}
          onChange={({ target }) => setLanguage(target.value as LanguageCode)}
        >
          <Options
            values={LANGUAGE_CODES}
            label={(one) =>
              t('state', { language: isolated(LANGUAGE_NAMES[one], 'rtl'), missing: missing(one) })
            }
          />
        </SelectField>
        {written.map((text) => (
          <div key={`${code} ${text}`} className="grid gap-1">
            <TextArea
              label={text}
              lang={code}
              dir={direction}
              rows={text.length > 60 ? 3 : 1}
              maxLength={500}
              value={textIn(code, text)}
              onChange={({ target }) =>
                setTyped((all) => ({ ...all, [code]: { ...all[code], [text]: target.value } }))
              }
            />
            {textIn(code, text).trim() === '' && (
              <span>
                <Badge tone="accent">{t('missing')}</Badge>
              </span>
            )}
          </div>
        ))}
        <Button type="submit" className="justify-self-start" loading={save.isPending}>
          {t('save')}
        </Button>
      </form>
    </Card>
  );
}
