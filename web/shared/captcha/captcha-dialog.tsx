import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useCallback, useId, useState } from 'react';
import type { CaptchaAction } from '#contract/captcha.values.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast-store.ts';
import { CallError, call, NetworkError } from '#web/shared/api/call.ts';
import { site } from '#web/shared/api/site.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { CaptchaWidget } from './captcha-widget.tsx';
import type { WidgetEvent } from './widget.ts';

interface Shown {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  returnFocus?: RefObject<HTMLElement | null>;
}

export interface CaptchaDialogProps extends Shown {
  /** What the check is for; the server then allows this action once. */
  action: CaptchaAction;
  onVerified: () => void;
}

/** Asks for a solved captcha and exchanges it for one use of an action. */
export function CaptchaDialog({ onVerified, ...shown }: CaptchaDialogProps) {
  const t = useT('captcha');
  return (
    <SolveDialog
      {...shown}
      onToken={async (token) => {
        await call('POST /api/verify-captcha', { body: { token } });
        toast({ title: t('verified'), tone: 'success' });
        onVerified();
      }}
    />
  );
}

export interface SolveDialogProps extends Shown {
  /** What the captcha is for. */
  action: CaptchaAction;
  /** Receives the token of the solved captcha. If it throws, the error is shown and the captcha must be solved anew. */
  onToken: (token: string) => Promise<void>;
}

/** Asks for a solved captcha. */
export function SolveDialog({ open, onOpenChange, action, onToken, returnFocus }: SolveDialogProps) {
  const t = useT('captcha');
  const common = useT('common');
  const { verify, token, message, attempt, hear, forget } = useVerification(onToken);
  const form = useId();
  const change = (next: boolean) => {
    if (!next) forget();
    onOpenChange(next);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      returnFocus={returnFocus}
      locked={verify.isPending}
      sharesScreen={site().captcha.provider === 'hcaptcha'}
      title={t('title')}
      description={t('text')}
      closeLabel={common('close')}
      footer={
        <>
          <Button variant="quiet" disabled={verify.isPending} onClick={() => change(false)}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            form={form}
            disabled={!token}
            loading={verify.isPending}
            loadingLabel={t('verifying')}
          >
            {t('continue')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!verify.isPending) verify.mutate();
        }}
      >
        <CaptchaWidget key={attempt} action={action} onEvent={hear} />
        <p role="status" className="sr-only">
          {token && t('widget.verified')}
        </p>
        <p role="alert" className="mt-3 min-h-6 font-medium text-danger text-sm">
          {message}
        </p>
      </form>
    </Dialog>
  );
}

/** Handles token, message and exchange. Every failure clears the token and asks the widget for a new challenge. */
function useVerification(onToken: (token: string) => Promise<void>) {
  const t = useT('captcha');
  const errors = useErrorText();
  const [token, setToken] = useState<string>();
  const [message, setMessage] = useState('');
  const [attempt, setAttempt] = useState(0);

  const forget = useCallback(() => {
    setToken(undefined);
    setMessage('');
  }, []);
  const hear = useCallback(
    (event: WidgetEvent) => {
      setToken(event.kind === 'verified' ? event.token : undefined);
      if (event.kind === 'error') setMessage(t('failed'));
      else if (event.kind === 'expired') setMessage(t('expired'));
      else if (event.kind !== 'idle') setMessage('');
    },
    [t],
  );
  const verify = useMutation({
    mutationFn: async () => {
      if (!token) throw new Error(t('incomplete'));
      await onToken(token);
    },
    onSuccess: forget,
    onError: (error) => {
      setToken(undefined);
      setAttempt((count) => count + 1);
      if (error instanceof CallError && error.code) setMessage(errors.text(error));
      else
        setMessage(
          error instanceof NetworkError || error instanceof CallError ? t('refused') : error.message,
        );
    },
  });
  return { verify, token, message, attempt, hear, forget };
}
