import type { QueryKey } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useEffect, useState } from 'react';
import { LANGUAGE_NAMES } from '#contract/languages.names.ts';
import { ENGLISH, LANGUAGE_CODES, type LanguageCode, languageOf } from '#contract/languages.ts';
import type { Translations } from '#contract/translations.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Options, SelectField, TextArea } from '#ui/field.tsx';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { isolated } from '#web/shared/language/isolate.ts';
import { useLanguage, useT } from '#web/shared/language/language.tsx';
import { useTypedTranslations } from './use-typed-translations.ts';

type Texts = Record<string, string>;

/** What was typed in one language. */
interface Typed {
  language: LanguageCode;
  texts: Texts;
}

interface TranslationsCardProps {
  /** What members read, as it was written. */
  texts: readonly string[];
  translations: Translations;
  /** Reads the translations as they are now. */
  read: () => Promise<Translations | undefined>;
  /** Replaces the translation into one language. */
  send: (language: LanguageCode, texts: Texts) => Promise<unknown>;
  /** Set if the call requires a fresh sign-in. */
  fresh?: boolean;
  /** Queries to read again. */
  stale: readonly QueryKey[];
  /** Holds whether something is typed that is not saved. */
  unsaved: RefObject<boolean>;
}

/** The texts of a mission or a reward in other languages, one at a time, and what each language lacks. */
export function TranslationsCard(props: TranslationsCardProps) {
  const { texts, translations, read, send, fresh, stale, unsaved } = props;
  const t = useT('translations');
  const written = texts.filter((text) => text !== '');
  const { textIn, ...edit } = useTypedTranslations(written, translations);
  useEffect(() => {
    unsaved.current = edit.unsaved.length > 0;
  });
  const [language, setLanguage] = useState<LanguageCode>(
    () =>
      LANGUAGE_CODES.find((one) => one !== ENGLISH && written.some((text) => !translations[one]?.[text])) ??
      'es',
  );
  const missing = (code: LanguageCode) => written.filter((text) => textIn(code, text).trim() === '').length;
  const save = useCallMutation(
    async (typed: Typed) => {
      // The call replaces the whole language, so it is read first: another admin may have translated other texts.
      const now: Texts = { ...(await read())?.[typed.language], ...typed.texts };
      const filled = written.map((text) => [text, now[text]?.trim() ?? ''] as const);
      return send(typed.language, Object.fromEntries(filled.filter(([, translation]) => translation !== '')));
    },
    {
      fresh: fresh ?? false,
      done: { title: t('saved') },
      stale,
      failed: t('failed'),
      // By then the translations are read again.
      onEnd: (_, error, typed) => {
        if (!error) edit.settle(typed.language, typed.texts);
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ language, texts: edit.typedIn(language) });
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
              onChange={({ target }) => edit.type(code, text, target.value)}
            />
            {textIn(code, text).trim() === '' && (
              <span>
                <Badge tone="accent">{t('missing')}</Badge>
              </span>
            )}
          </div>
        ))}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" loading={save.isPending}>
            {t('save')}
          </Button>
          {edit.unsaved.length > 0 && <Unsaved languages={edit.unsaved} />}
        </div>
      </form>
    </Card>
  );
}

function Unsaved({ languages }: { languages: readonly LanguageCode[] }) {
  const t = useT('translations');
  const { code } = useLanguage();
  const names = languages.map((one) => isolated(LANGUAGE_NAMES[one], 'rtl'));
  return (
    <p className="font-semibold text-sm">
      {t('unsaved', { languages: new Intl.ListFormat(code).format(names) })}
    </p>
  );
}
