import { Link } from '@tanstack/react-router';
import type { Member } from '#contract/member.ts';
import { buttonClass } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useT } from '#web/shared/language/language.tsx';

/** Shown instead of a mission to a member without points or in debt: says where to earn what is missing. */
export function ZeroPointsDialog(props: { member: Member; open: boolean; onClose: () => void }) {
  const { member, open, onClose } = props;
  const t = useT('missions');
  const common = useT('common');
  const [title, text] = useWords(member);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      description={text}
      closeLabel={common('close')}
      footer={
        <Link to="/adwall" className={buttonClass('primary')}>
          {t('zero.action')}
        </Link>
      }
    />
  );
}

function useWords({ points, daysActive, cashRewardedUSD }: Member): [title: string, text: string] {
  const t = useT('missions.zero');
  const dashboard = useT('dashboard');
  if (points < 0) return [t('debtTitle'), dashboard('debt')];
  // What was earned is redeemed or pending.
  if (daysActive > 0 || cashRewardedUSD > 0) return [t('againTitle'), t('againText')];
  return [t('title'), t('text')];
}
