import { useQueryClient } from '@tanstack/react-query';
import type { Member, Settings } from '#contract/member.ts';
import { keys } from './queries.ts';

/** Writes one switch into the cached member. */
export function useKeepSetting(): (name: keyof Settings, value: boolean) => void {
  const queryClient = useQueryClient();
  return (name, value) =>
    queryClient.setQueryData<Member | null>(
      keys.user,
      (member) => member && { ...member, settings: { ...member.settings, [name]: value } },
    );
}
