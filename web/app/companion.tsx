import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useStateToast } from '#ui/use-state-toast.ts';
import { watchErrors } from '#web/app/client-errors/report.ts';
import { forgetPendingEmail } from '#web/member/profile/pending-email.ts';
import { forgetPendingSignup } from '#web/member/sign-in/pending-signup.ts';
import { keys, leaveHere, userQuery } from '#web/shared/api/queries.ts';
import { wasEnded } from '#web/shared/api/session-end.ts';
import { answerSignIn } from '#web/shared/api/sign-in-again.ts';
import { hearTabs, type TabNews } from '#web/shared/browser/tabs.ts';
import { followMember, loadArea, switchLanguage } from '#web/shared/language/current-language.ts';
import { useT } from '#web/shared/language/language.tsx';
import { TITLED } from '#web/shared/language/titled.ts';
import { forgetBalance, keepBalance } from '#web/shared/offline/last-balance.ts';
import { continuePush } from '#web/shared/push/continue-push.ts';
import { tellAddress } from '#web/shared/push/tell-address.ts';
import type { AppRouter } from './routes.tsx';

/**
 * Stores the balance for times without a connection, switches to the member's language if this browser has no choice of
 * its own, goes on with push messages, and keeps the browser's tabs and the service worker in step. Renders nothing.
 */
export function Companion({ router }: { router: AppRouter }) {
  const t = useT('common');
  const queryClient = useQueryClient();
  const member = useQuery({ ...userQuery, enabled: false }).data;
  const points = member?.points;
  useEffect(() => {
    if (points !== undefined) keepBalance(points);
    else if (member === null) {
      forgetBalance();
      // Whose session has ended comes back to it.
      if (!wasEnded()) forgetPendingEmail();
    }
  }, [points, member]);

  const language = member?.language;
  useEffect(() => {
    void followMember(language);
  }, [language]);

  const memberId = member === undefined ? undefined : (member?.id ?? null);
  useEffect(() => {
    if (!memberId) return;
    // Another tab may have finished it.
    forgetPendingSignup();
    void continuePush(memberId);
  }, [memberId]);
  const tellSignedOut = useStateToast(memberId === null);
  const hear = useEffectEvent(async (news: TabNews) => {
    if (news.type === 'language') return switchLanguage(news.code);
    if (news.type === 'titles') {
      return Promise.all(TITLED.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    }
    if (memberId === undefined) return;
    if (news.memberId === memberId) return answerSignIn(memberId !== null);
    leaveHere(queryClient);
    if (news.memberId) await queryClient.refetchQueries({ queryKey: keys.user });
    else tellSignedOut({ title: t('signedOutElsewhere') });
    await router.invalidate();
  });
  useEffect(() => hearTabs((news) => void hear(news)), []);
  useEffect(watchErrors, []);
  useEffect(tellAddress, []);
  useEffect(() => {
    // Until these are loaded, refusals are shown in the server's own words.
    loadArea('errors').catch(() => undefined);
    // From then on, a failure can be shown when the connection is gone.
    import('./failed.tsx').catch(() => undefined);
  }, []);
  return null;
}
