import { Languages } from 'lucide';
import type { ReactNode } from 'react';
import { LANGUAGE_NAMES } from '#contract/languages.names.ts';
import type { LanguageCode } from '#contract/languages.ts';
import { Icon } from '#ui/icon.tsx';
import { call } from '#web/shared/api/call.ts';
import { useUser } from '#web/shared/api/queries.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { MissingPart } from '#web/shared/browser/missing-part.ts';
import { tellTabs } from '#web/shared/browser/tabs.ts';
import { chooseLanguage } from './current-language.ts';
import { useLanguage, useT } from './language.tsx';
import { offeredLanguages } from './texts.ts';
import { TITLED } from './titled.ts';

/**
 * The language of the app; a member's mails follow it. `onChosen` is told what somebody chose who has not signed in.
 * `children` stand below, except while a choice is under way.
 */
export function LanguageSelect({
  className,
  onChosen,
  children,
}: {
  className?: string;
  onChosen?: (language: LanguageCode) => void;
  children?: ReactNode;
}) {
  const t = useT('common');
  const member = useUser();
  const { code } = useLanguage();
  const choose = useCallMutation(
    async (language: LanguageCode) => {
      await chooseLanguage(language);
      if (member) await call('PUT /api/user/language', { body: { language } });
      else onChosen?.(language);
    },
    {
      scope: { id: 'language' },
      onDone: () => tellTabs({ type: 'titles' }),
      stale: TITLED,
      // Without its texts the page stays as it is; after that only the server does not know the choice.
      failed: (error, words) => ({
        title: t(error instanceof MissingPart ? 'languageFailed' : 'mailLanguageFailed'),
        description: words.text(error),
      }),
    },
  );
  return (
    <>
      <label className={`flex min-h-12 flex-wrap items-center gap-x-3 ${className ?? ''}`}>
        <Icon of={Languages} className="size-5 shrink-0 text-muted" />
        <span className="font-semibold">{t('language')}</span>
        <select
          value={code}
          onChange={({ target }) => choose.mutate(target.value as LanguageCode)}
          className="ms-auto min-h-12 min-w-0 rounded-xl border-[1.5px] border-control bg-surface px-3 py-2 font-letters text-ink"
        >
          {offeredLanguages().map((one) => (
            <option key={one} value={one} lang={one}>
              {LANGUAGE_NAMES[one]}
            </option>
          ))}
        </select>
      </label>
      {!choose.isPending && children}
    </>
  );
}
