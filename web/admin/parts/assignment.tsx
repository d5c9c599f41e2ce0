import { useMutation } from '@tanstack/react-query';
import type { QueueOwner } from '#contract/assignment.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';

export interface AssignmentProps {
  owner: QueueOwner | null;
  take: (taken: boolean) => Promise<unknown>;
  /** Reads the queue again, also when it failed: somebody else may have been faster. */
  onSettled: () => unknown;
}

/** Who works on something that waits; takes it, or gives it back. */
export function Assignment({ owner, take, onSettled }: AssignmentProps) {
  const t = useT('workItem');
  const errors = useErrorText();
  const change = useMutation({
    mutationFn: take,
    onError: (error) => toast({ title: t('failed'), description: errors.text(error), tone: 'error' }),
    onSettled,
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
