import { ChevronRight } from 'lucide';
import { Suspense, useRef, useState } from 'react';
import type { Task } from '#contract/tasks.ts';
import { Icon } from '#ui/icon.tsx';
import type { ClaimedTask } from '#web/member/claims/claim-dialog.tsx';
import { withTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { latePart } from '#web/shared/parts/late-part.tsx';
import { useTaskTitle } from './use-task-title.ts';

// Rarely opened: code and texts are loaded when a member opens them.
const TaskDetails = latePart(
  () => withTexts('missions', import('./task-details.tsx')),
  (module) => module.TaskDetails,
);
const ClaimDialog = latePart(
  () => withTexts('missions', import('#web/member/claims/claim-dialog.tsx')),
  (module) => module.ClaimDialog,
);

/** The button that covers a task's row: opens what happened to the task, and from there a claim about it. */
export function TaskMore({ task }: { task: Task }) {
  const t = useT('history');
  const title = useTaskTitle(task);
  const button = useRef<HTMLButtonElement>(null);
  const [shown, setShown] = useState<'details' | ClaimedTask>();
  const close = () => setShown(undefined);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-label={t('details', { title })}
        onClick={() => setShown('details')}
        className="-me-1 -ms-2 shrink-0 rounded-full pt-0.5 text-muted after:absolute after:inset-0"
      >
        <Icon of={ChevronRight} className="size-5 rtl:-scale-x-100" />
      </button>
      <Suspense>
        {shown === 'details' && (
          <TaskDetails
            task={task}
            onClose={close}
            returnFocus={button}
            onClaim={(wall) =>
              setShown({
                title,
                completedAt: task.completedAt,
                about: { kind: 'wall', wall, title, taskId: task.id },
              })
            }
          />
        )}
        {typeof shown === 'object' && <ClaimDialog open task={shown} onClose={close} returnFocus={button} />}
      </Suspense>
    </>
  );
}
