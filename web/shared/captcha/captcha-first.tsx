import { type ReactNode, type RefObject, Suspense, useCallback, useState } from 'react';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { CallError } from '#web/shared/api/call.ts';
import { part } from '#web/shared/browser/missing-part.ts';
import { latePart } from '#web/shared/parts/late-part.tsx';

const load = () => part(import('./captcha-dialog.tsx'));
const SolveDialog = latePart(load, (module) => module.SolveDialog);

/**
 * For calls without a session: `captchaFirst((captcha) => call(...))` makes the call; if the server requires a captcha,
 * it is shown and the call repeated with its token. Throws Abandoned if the visitor does not solve it, and
 * MissingPart if it cannot be shown.
 * `dialog` must be rendered; `returnFocus` gets the focus when it closes.
 */
export function useCaptchaFirst(returnFocus: RefObject<HTMLElement | null>): {
  captchaFirst: <Result>(work: (captcha?: string) => Promise<Result>) => Promise<Result>;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<PromiseWithResolvers<string>>();
  const captchaFirst = useCallback(
    async <Result,>(work: (captcha?: string) => Promise<Result>): Promise<Result> => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'captcha_required') throw error;
      }
      await load();
      const answer = Promise.withResolvers<string>();
      setAsked(answer);
      return work(await answer.promise.finally(() => setAsked(undefined)));
    },
    [],
  );
  const dialog = asked && (
    <Suspense>
      <SolveDialog
        open
        onOpenChange={(next) => !next && asked.reject(new Abandoned())}
        action="login"
        onToken={async (token) => asked.resolve(token)}
        returnFocus={returnFocus}
      />
    </Suspense>
  );
  return { captchaFirst, dialog };
}
