import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { Member } from '#contract/member.ts';
import { keys, userQuery } from '#web/shared/api/queries.ts';
import { leaveEnded } from '#web/shared/api/session-end.ts';
import { answerSignIn, signInStore } from '#web/shared/api/sign-in-again.ts';
import { tellTabs } from '#web/shared/browser/tabs.ts';
import { withTexts } from '#web/shared/language/areas.tsx';
import { latePart } from '#web/shared/parts/late-part.tsx';
import { continuePush } from '#web/shared/push/continue-push.ts';
import type { SignInDialogProps } from './sign-in-dialog.tsx';

const SignInDialog = latePart(
  () => withTexts('auth', import('./sign-in-page.tsx')),
  (module) => module.SignInDialog,
  Leave,
);

/** Asks a member whose session has ended to sign in again, over their screen. */
export function SignInAgain({ router }: { router: AnyRouter }) {
  const member = useQuery({ ...userQuery, enabled: false }).data;
  return member ? <Asking member={member} router={router} /> : null;
}

function Asking({ member, router }: { member: Member; router: AnyRouter }) {
  const queryClient = useQueryClient();
  const asked = useSyncExternalStore(signInStore.subscribe, signInStore.isAsked);
  const enter = (signedIn: Member) => {
    tellTabs({ type: 'session', memberId: signedIn.id });
    // A passkey may be that of another member, who must see nothing of this page.
    if (signedIn.id !== member.id) return window.location.assign('/dashboard');
    queryClient.setQueryData(keys.user, signedIn);
    void continuePush(signedIn.id);
    answerSignIn(true);
  };
  if (!asked) return null;
  return (
    <Suspense>
      <SignInDialog member={member} onSignedIn={enter} onLeave={() => leaveEnded(queryClient, router)} />
    </Suspense>
  );
}

/** Replaces the dialog if it cannot be loaded: goes to the sign-in screen, which says what is wrong. */
function Leave({ onLeave }: SignInDialogProps) {
  const leave = useEffectEvent(onLeave);
  useEffect(() => leave(), []);
  return null;
}
