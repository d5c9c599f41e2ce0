import { Link } from '@tanstack/react-router';
import { buttonClass } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useT } from '#web/shared/language/language.tsx';

/** Shown instead of a mission to a member without points or in debt: says where to earn what is missing. */
export function ZeroPointsDialog(props: { points: number; open: boolean; onClose: () => void }) {
  const { points, open, onClose } = props;
  const t = useT('missions');
  const dashboard = useT('dashboard');
  const common = useT('common');
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={points < 0 ? t('zero.debtTitle') : t('zero.title')}
      description={points < 0 ? dashboard('debt') : t('zero.text')}
      closeLabel={common('close')}
      footer={
        <Link to="/adwall" className={buttonClass('primary')}>
          {t('zero.action')}
        </Link>
      }
    />
  );
}
