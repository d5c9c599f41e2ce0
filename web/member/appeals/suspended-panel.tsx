import { Ban } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useUnheard } from '#web/shared/api/use-unheard.ts';
import { usePageTitle } from '#web/shared/browser/page-title.ts';
import { forget, kept } from '#web/shared/browser/storage.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { SupportLink } from '#web/shared/parts/support-link.tsx';
import { AppealForm } from './appeal-form.tsx';
import type { SuspensionDetails } from './suspension.ts';

interface SuspendedPanelProps {
  suspension: SuspensionDetails;
  /** Set where nothing else is shown: its title then names the page. */
  alone?: boolean;
}

/** Shown at the sign-in: why the account is suspended, and the form of an appeal. */
export function SuspendedPanel(props: SuspendedPanelProps) {
  return (
    <AreaTexts area="pause">
      <Suspended {...props} />
    </AreaTexts>
  );
}

function Suspended({ suspension, alone = false }: SuspendedPanelProps) {
  const t = useT('pause');
  const { date } = useFormats();
  const { reason, text, since, answered, answer } = suspension;
  const [Title, Subtitle] = alone ? (['h1', 'h2'] as const) : (['h2', 'h3'] as const);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section
      aria-labelledby="suspended-title"
      className="flex items-start gap-3 rounded-2xl bg-danger-soft p-4 text-on-danger-soft"
    >
      <Icon of={Ban} className="mt-0.5 size-6 shrink-0" />
      <div className="min-w-0 grow">
        {alone && <PageTitle title={t('suspended')} />}
        <Title
          ref={title}
          id="suspended-title"
          tabIndex={-1}
          className="font-bold text-lg leading-snug outline-none"
        >
          {t('suspended')}
        </Title>
        <p className="mt-1 font-semibold">{t(`reasons.${reason}`)}</p>
        {text && (
          <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-wrap">
            {text}
          </p>
        )}
        <p className="mt-1 text-sm">
          <time dateTime={since}>{t('since', { date: date(since) })}</time>
        </p>
        <p className="mt-2 text-sm">{t('suspendedText')}</p>
        {suspension.appealToken && <Answer token={suspension.appealToken} since={since} />}
        {answered === 'open' && <Sent />}
        {answered === 'kept' && (
          <p className="mt-4 font-semibold text-sm">
            {t('suspendedKept')} <SupportLink />
          </p>
        )}
        {answer && (
          <div className="mt-3 rounded-2xl bg-surface p-4 text-ink text-sm">
            <Subtitle className="font-bold">{t('reply')}</Subtitle>
            <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-wrap">
              {answer}
            </p>
          </div>
        )}
      </div>
    </section>
  );
}

function PageTitle({ title }: { title: string }) {
  usePageTitle(title);
  return null;
}

/** Takes the focus of the form, which it replaces. */
const focus = (shown: HTMLElement | null): void => shown?.focus();

function Sent() {
  const t = useT('pause');
  return (
    <p
      ref={focus}
      role="status"
      tabIndex={-1}
      className="mt-4 rounded-2xl bg-surface p-4 text-ink text-sm outline-none"
    >
      <span className="block font-bold">{t('sent')}</span>
      {t('sentText')} <SupportLink />
    </p>
  );
}

function Answer({ token, since }: { token: string; since: string }) {
  const t = useT('pause');
  // A long text takes longer than a token is valid, and the next sign-in renders all this anew.
  const draft = `appeal ${since}`;
  const [writing, setWriting] = useState(() => kept(draft, 'tab') !== undefined);
  const open = useRef<HTMLButtonElement>(null);
  const trySend = useUnheard(
    'appeal_open',
    (text: string) => call('POST /api/suspension-appeal', { body: { token, text } }),
    async () => ({}),
  );
  const send = useCallMutation(trySend, {
    onDone: () => forget(draft, 'tab'),
    failed: t('sendFailed'),
    unheard: t('sendUnheard'),
  });
  const cancel = () => {
    forget(draft, 'tab');
    setWriting(false);
    // The button is rendered again only after this.
    setTimeout(() => open.current?.focus());
  };
  if (send.isSuccess) return <Sent />;
  if (writing) return <AppealForm send={send} draft={draft} onCancel={cancel} />;
  return (
    <Button ref={open} size="small" className="mt-4" onClick={() => setWriting(true)}>
      {t('answer')}
    </Button>
  );
}
