import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Member } from '#contract/member.ts';
import { signIn } from '#web/shared/api/queries.ts';
import { takeReturn } from '#web/shared/api/session-end.ts';
import { followMember } from '#web/shared/language/current-language.ts';

/** Stores the signed-in member and goes to the dashboard, or back to where their session ended. */
export function useEnter(): (member: Member) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async (member) => {
    await followMember(member.language);
    signIn(queryClient, member);
    const left = takeReturn(member.id);
    if (left) router.history.push(left);
    else await router.navigate({ to: '/dashboard' });
  };
}
