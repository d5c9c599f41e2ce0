import { lazy, type ReactNode, type RefObject, Suspense, useCallback, useState } from 'react';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { CallError } from '#web/shared/api/call.ts';

const SolveDialog = lazy(() =>
  import('./captcha-dialog.tsx').then((module) => ({ default: module.SolveDialog })),
);

/**
 * For calls of somebody who is not signed in: `captchaFirst((captcha) => call(...))` makes the call; if the server wants
 * a captcha first, it is asked for and the call repeated with its token. Throws Abandoned when the visitor solves none.
 * `dialog` has to be rendered; `returnFocus` is where the focus goes from it.
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
