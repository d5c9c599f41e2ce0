import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Member } from '#contract/member.ts';
import { signIn } from '#web/shared/api/queries.ts';
import { takeReturn } from '#web/shared/api/session-end.ts';
import { followMember } from '#web/shared/language/current-language.ts';
import { forgetPendingSignup } from './pending-signup.ts';

/** Stores the signed-in member and goes to the screen that they had asked for, or the dashboard. */
export function useEnter(): (member: Member) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async (member) => {
    await followMember(member.language);
    forgetPendingSignup();
    signIn(queryClient, member);
    const address = takeReturn(member.id);
    if (address) router.history.push(address);
    else await router.navigate({ to: '/dashboard' });
  };
}
