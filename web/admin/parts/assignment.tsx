import type { QueryKey } from '@tanstack/react-query';
import type { Assignee } from '#contract/assignment.ts';
import { Button } from '#ui/button.tsx';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useT } from '#web/shared/language/language.tsx';
import { inWords } from './in-words.ts';

export interface AssignmentProps {
  owner: Assignee | null;
  assign: (assigned: boolean) => Promise<unknown>;
  /** Read again afterwards, also after a failure: another admin may have been faster. */
  queue: QueryKey;
}

/** Shows the assignee of an item of a queue; an admin assigns it to themself, or gives it back. */
export function Assignment({ owner, assign, queue }: AssignmentProps) {
  const t = useT('workItem');
  const change = useCallMutation(assign, {
    failed: inWords(t('failed')),
    staleAnyway: [queue],
  });
  if (owner && !owner.you) {
    return <p className="text-sm">{t.rich('takenBy', { name: () => <bdi>{owner.name}</bdi> })}</p>;
  }
  return (
    <Button
      variant="quiet"
      size="small"
      className="justify-self-start"
      loading={change.isPending}
      onClick={() => change.mutate(owner === null)}
    >
      {t(owner ? 'release' : 'take')}
    </Button>
  );
}
