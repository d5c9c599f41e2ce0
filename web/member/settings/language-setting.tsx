import { useRef } from 'react';
import type { Member } from '#contract/member.ts';
import { Button } from '#ui/button.tsx';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { tellTabs } from '#web/shared/browser/tabs.ts';
import { useLanguage, useT } from '#web/shared/language/language.tsx';
import { LanguageSelect } from '#web/shared/language/language-select.tsx';
import { TITLED } from '#web/shared/language/titled.ts';

/** The language of the app; while the member's mails come in another, also that one, and a button to leave it. */
export function LanguageSetting({ member }: { member: Member }) {
  const t = useT('settings');
  const common = useT('common');
  const { code } = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  const follow = useCallMutation(() => call('PUT /api/user/language', { body: { language: code } }), {
    scope: { id: 'language' },
    done: { title: t('saved') },
    onDone: () => {
      tellTabs({ type: 'titles' });
      // The button is about to go.
      if (box.current?.querySelector('button:focus')) box.current.querySelector('select')?.focus();
    },
    stale: TITLED,
    failed: common('mailLanguageFailed'),
  });
  return (
    <div ref={box}>
      <LanguageSelect>
        {member.language !== code && (
          <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-line border-t py-3 text-sm">
            <p>
              {t('mailLanguage', {
                language: new Intl.DisplayNames(code, { type: 'language' }).of(member.language) ?? '',
              })}
            </p>
            <Button
              size="small"
              variant="secondary"
              loading={follow.isPending}
              onClick={() => follow.mutate()}
            >
              {t('mailHere')}
            </Button>
          </div>
        )}
      </LanguageSelect>
    </div>
  );
}
