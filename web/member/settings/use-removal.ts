import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { toast } from '#ui/toast-store.ts';
import { forgetPendingEmail } from '#web/member/profile/pending-email.ts';
import { call } from '#web/shared/api/call.ts';
import { mayHaveBeenDone } from '#web/shared/api/may-have-been-done.ts';
import { userQuery } from '#web/shared/api/queries.ts';
import { abandonSignIn, signInStore } from '#web/shared/api/sign-in-again.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { tellTabs } from '#web/shared/browser/tabs.ts';
import { useT } from '#web/shared/language/language.tsx';
import { forgetBalance } from '#web/shared/offline/last-balance.ts';
import { dropPush } from '#web/shared/push/browser-push.ts';

/** The start page has no script to show the notification, so it stays readable this long here. */
const FAREWELL_MS = 2_500;

/**
 * Deletes the member's account: `remove.mutate()`. Then says farewell and leaves for the start page, also if this seems to fail
 * and the session proves to have ended.
 */
export function useRemoval() {
  const t = useT('leaving');
  const isLeaving = useRef(false);
  const leave = () => {
    if (isLeaving.current) return;
    isLeaving.current = true;
    toast({ title: t('deleted'), description: t('deletedText'), tone: 'success' });
    forgetBalance();
    forgetPendingEmail();
    tellTabs({ type: 'session', memberId: null });
    // The server has dropped the subscription with the account; the browser drops its own if it can.
    dropPush().catch(() => undefined);
    setTimeout(() => window.location.assign('/'), FAREWELL_MS);
  };
  const expectEnd = useExpectedEnd(leave);
  const remove = async () => {
    try {
      await call('DELETE /api/user/account');
      expectEnd();
    } catch (error) {
      if (!mayHaveBeenDone(error)) throw error;
      const stop = expectEnd();
      // Whether the account is still there. Throws if it is not, or this cannot be known yet.
      await call('GET /api/user');
      stop();
      throw error;
    }
  };
  return useCallMutation(remove, {
    fresh: true,
    onDone: leave,
    failed: (error, words) => ({
      title: t('deleteFailed'),
      description: words.knownText(error) ? words.message(error) : t('deleteFailedText'),
    }),
  });
}

/**
 * `expectEnd()`: from now on nobody is asked to sign in again when the session proves to have ended; `onEnd` is called instead.
 * It returns a function that stops this, as leaving the screen does, and reading the member, who is still there then.
 */
function useExpectedEnd(onEnd: () => void): () => () => void {
  const stop = useRef(() => {});
  const { dataUpdatedAt } = useQuery({ ...userQuery, enabled: false });
  useEffect(() => {
    if (dataUpdatedAt) stop.current();
  }, [dataUpdatedAt]);
  useEffect(() => () => stop.current(), []);
  return () => {
    const hear = () => {
      if (!signInStore.isAsked()) return;
      abandonSignIn();
      onEnd();
    };
    stop.current();
    stop.current = signInStore.subscribe(hear);
    hear();
    return stop.current;
  };
}
