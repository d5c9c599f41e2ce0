import { useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useCaptchaFirst } from '#web/shared/captcha/captcha-first.tsx';
import { useT } from '#web/shared/language/language.tsx';

/** Mails the member a link to choose a first password, as for a forgotten one. */
export function MailPasswordLink({ email }: { email: string }) {
  const t = useT('identities');
  const place = useRef<HTMLDivElement>(null);
  const { captchaFirst, dialog } = useCaptchaFirst(place);
  const ask = useCallMutation(
    () => captchaFirst((captcha) => call('POST /api/forgot-password', { body: { email, captcha } })),
    { done: { title: t('mailed'), description: t('mailedText') }, failed: t('failed') },
  );
  return (
    <div ref={place} tabIndex={-1} className="grid outline-none">
      <Button variant="secondary" loading={ask.isPending} onClick={() => ask.mutate()}>
        {t('mail')}
      </Button>
      {dialog}
    </div>
  );
}
