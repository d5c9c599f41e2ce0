import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Member } from '#contract/member.ts';
import { call } from '#web/shared/api/call.ts';
import { signIn } from '#web/shared/api/queries.ts';
import { takeReturn } from '#web/shared/api/session-end.ts';
import { followMember } from '#web/shared/language/current-language.ts';
import { TITLED } from '#web/shared/language/titled.ts';
import { takeLanguageChoice } from './language-choice.ts';
import { forgetPendingSignup } from './pending-signup.ts';

/** Stores the signed-in member and goes to the screen that they had asked for, or the dashboard. */
export function useEnter(): (member: Member) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async (member) => {
    await followMember(member.language);
    forgetPendingSignup();
    signIn(queryClient, member);
    void tellLanguage(queryClient, member);
    const address = takeReturn(member.id);
    if (address) router.history.push(address);
    else await router.navigate({ to: '/dashboard' });
  };
}

/** Has the server write in the language that was chosen before the sign-in, if it is another than the member's. */
async function tellLanguage(queryClient: QueryClient, member: Member): Promise<void> {
  const language = takeLanguageChoice();
  if (!language || language === member.language) return;
  try {
    await call('PUT /api/user/language', { body: { language } });
  } catch {
    // The profile shows that mails come in another language, and has a button for it.
    return;
  }
  await Promise.all(TITLED.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
