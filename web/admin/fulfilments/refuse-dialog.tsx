import { ReasonDialog, type ReasonDialogProps } from '#web/admin/parts/reason-dialog.tsx';
import { useT } from '#web/shared/language/language.tsx';

interface RefuseDialogProps
  extends Pick<ReasonDialogProps, 'reasonMaxLength' | 'work' | 'gone' | 'onDone' | 'stale' | 'onClose'> {
  /** What the member gets back; 0 for an award. */
  points: number;
}

/** Refuses a redemption that is not fulfilled; the member reads the reason. */
export function RefuseDialog({ points, ...props }: RefuseDialogProps) {
  const t = useT('fulfilment');
  const isAward = points === 0;
  return (
    <ReasonDialog
      {...props}
      title={t(isAward ? 'awardTitle' : 'refuseTitle')}
      description={t(isAward ? 'awardText' : 'refuseText')}
      reasonLabel={t('reason')}
      reasonHint={t('reasonHint')}
      confirmLabel={t(isAward ? 'refuse' : 'refuseConfirm')}
      variant="danger"
      doneText={t(isAward ? 'awardRefused' : 'refused')}
      failedText={t('failed')}
    />
  );
}
