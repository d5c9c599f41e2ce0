import { useQueryClient } from '@tanstack/react-query';
import { Hourglass } from 'lucide';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { Member, Pause } from '#contract/member.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { CallError, call } from '#web/shared/api/call.ts';
import { keys, useUser } from '#web/shared/api/queries.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { forget } from '#web/shared/browser/storage.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { latePart } from '#web/shared/parts/late-part.tsx';
import { SupportLink } from '#web/shared/parts/support-link.tsx';

const AppealForm = latePart(
  () => import('./appeal-form.tsx'),
  (module) => module.AppealForm,
);

/** Why redemptions are paused, what still works, and the form of an appeal. */
export function PauseBanner({ pause }: { pause: Pause }) {
  const t = useT('pause');
  const { date } = useFormats();
  const [sent, setSent] = useState(false);
  return (
    <Card tone="accent" id="pause" aria-labelledby="pause-title" className="scroll-mt-6">
      <div className="flex items-start gap-3">
        <Icon of={Hourglass} className="mt-0.5 size-6 shrink-0" />
        <div className="min-w-0 grow">
          <h2 id="pause-title" className="font-bold text-lg leading-snug">
            {t('title')}
          </h2>
          <p className="mt-1 font-semibold">{t(`reasons.${pause.reason}`)}</p>
          {pause.text && (
            <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-wrap">
              {pause.text}
            </p>
          )}
          <p className="mt-1 text-sm">
            <time dateTime={pause.since}>{t('since', { date: date(pause.since) })}</time>
          </p>
          <p className="mt-2 text-sm">{t('still')}</p>
          {pause.appeal ? (
            <SentAppeal appeal={pause.appeal} takesFocus={sent} />
          ) : (
            <Answer since={pause.since} onSent={() => setSent(true)} />
          )}
        </div>
      </div>
    </Card>
  );
}

interface SentAppealProps {
  appeal: NonNullable<Pause['appeal']>;
  /** True if it replaces the form, which had the focus. */
  takesFocus: boolean;
}

function SentAppeal({ appeal, takesFocus }: SentAppealProps) {
  const t = useT('pause');
  const { date } = useFormats();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) title.current?.focus();
  }, [takesFocus]);
  return (
    <div className="mt-4 grid gap-3 rounded-2xl bg-surface p-4 text-ink text-sm">
      <div>
        <h3 ref={title} tabIndex={-1} className="font-bold outline-none">
          {t('yours')}
        </h3>
        <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-wrap">
          {appeal.text}
        </p>
      </div>
      <p className="font-semibold">
        {appeal.decision ? t(appeal.decision) : t('waiting', { date: date(appeal.sentAt) })}{' '}
        {appeal.decision === 'kept' && <SupportLink />}
      </p>
      {appeal.answer && (
        <div>
          <h3 className="font-bold">{t('reply')}</h3>
          <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-wrap">
            {appeal.answer}
          </p>
        </div>
      )}
    </div>
  );
}

function Answer({ since, onSent }: { since: string; onSent: () => void }) {
  const t = useT('pause');
  // Named after the member, as the next one to sign in in this tab must not see it.
  const draft = `appeal ${useUser()?.id}`;
  const { answered, setAnswered, send } = useAppeal(() => {
    forget(draft, 'tab');
    onSent();
  });
  const open = useRef<HTMLButtonElement>(null);
  const cancel = () => {
    forget(draft, 'tab');
    setAnswered(undefined);
    // The button is rendered again only after this.
    setTimeout(() => open.current?.focus());
  };
  if (!answered) {
    return (
      <Button ref={open} size="small" className="mt-4" onClick={() => setAnswered(since)}>
        {t('answer')}
      </Button>
    );
  }
  return (
    <Suspense>
      <AppealForm send={send} draft={draft} onCancel={cancel} />
    </Suspense>
  );
}

/** An appeal against the pause that began at `answered`: another one may take its place while the member writes. */
function useAppeal(onSent: () => void) {
  const t = useT('pause');
  const queryClient = useQueryClient();
  const [answered, setAnswered] = useState<string>();
  const trySend = async (text: string) => {
    try {
      await call('POST /api/user/appeal', { body: { text, since: answered } });
    } catch (error) {
      // The pause may be over, or appealed: by a try whose answer was lost, or from another device.
      await queryClient.invalidateQueries({ queryKey: keys.user });
      const pause = queryClient.getQueryData<Member | null>(keys.user)?.pause;
      if (pause?.appeal?.text === text.trim()) return;
      if (pause?.appeal) onSent();
      // The member is told that there is a new one, and sees it from here on.
      if (error instanceof CallError && error.code === 'pause_replaced') setAnswered(pause?.since);
      throw error;
    }
  };
  const send = useCallMutation(trySend, {
    done: { title: t('sent'), description: t('sentText') },
    onDone: onSent,
    stale: [keys.user],
    failed: t('sendFailed'),
    unheard: t('sendUnheard'),
  });
  return { answered, setAnswered, send };
}
