import { ReasonDialog, type ReasonDialogProps } from '#web/admin/parts/reason-dialog.tsx';
import { useT } from '#web/shared/language/language.tsx';

type RefuseDialogProps = Pick<ReasonDialogProps, 'reasonMaxLength' | 'work' | 'onDone' | 'stale' | 'onClose'>;

/** Refuses a redemption that is not fulfilled; the member reads the reason. */
export function RefuseDialog(props: RefuseDialogProps) {
  const t = useT('fulfilment');
  return (
    <ReasonDialog
      {...props}
      title={t('refuseTitle')}
      description={t('refuseText')}
      reasonLabel={t('reason')}
      reasonHint={t('reasonHint')}
      confirmLabel={t('refuseConfirm')}
      variant="danger"
      doneText={t('refused')}
      failedText={t('failed')}
    />
  );
}
