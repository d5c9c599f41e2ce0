import type { RefObject } from 'react';
import type { Member } from '#contract/member.ts';
import { useT } from '#web/shared/language/language.tsx';
import { EmailChangeDialog } from './email-change-dialog.tsx';
import { forgetPendingEmail, pendingEmail } from './pending-email.ts';

interface EmailChangeProps {
  member: Member;
  /** The new address whose code is asked for now. */
  asked: string | undefined;
  onAsk: (email: string | undefined) => void;
  returnFocus: RefObject<HTMLElement | null>;
}

/** The new address that waits for its code, if any, and the dialog in which the code is entered. */
export function EmailChange({ member, asked, onAsk, returnFocus }: EmailChangeProps) {
  const t = useT('emailChange');
  const waiting = pendingEmail(member);
  const end = () => {
    forgetPendingEmail();
    onAsk(undefined);
  };
  return (
    <>
      {waiting && (
        <div className="mt-2 rounded-2xl bg-accent-soft px-4 py-3 text-on-accent-soft text-sm">
          <bdi className="wrap-anywhere">{waiting}</bdi>
          <button type="button" onClick={() => onAsk(waiting)} className="block py-2 font-semibold underline">
            {t('enter')}
          </button>
        </div>
      )}
      {asked && (
        <EmailChangeDialog
          member={member}
          email={asked}
          onClose={() => onAsk(undefined)}
          onEnd={end}
          returnFocus={returnFocus}
        />
      )}
    </>
  );
}
