import { Link } from '@tanstack/react-router';
import { buttonClass } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useT } from '#web/shared/language/language.tsx';

/** Shown instead of a mission to a member without points: says where to earn the first ones. */
export function ZeroPointsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT('missions');
  const common = useT('common');
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('zero.title')}
      description={t('zero.text')}
      closeLabel={common('close')}
      footer={
        <Link to="/adwall" className={buttonClass('primary')}>
          {t('zero.action')}
        </Link>
      }
    />
  );
}
