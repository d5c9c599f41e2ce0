import { useQuery } from '@tanstack/react-query';
import type { Redemption } from '#contract/redemption.ts';
import { call } from '../api/call.ts';
import { useT } from '../language/language.tsx';
import { Failure } from '../pages/shared/failure.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** A reward that its issuer hands out by a link. A fresh one is asked for each time and never kept. */
export function RewardLink({ redemption }: { redemption: Redemption }) {
  const t = useT('redeem.reveal');
  const reward = useQuery({
    queryKey: ['GET /api/redemptions/{id}/link', redemption.id],
    queryFn: ({ signal }) =>
      call('GET /api/redemptions/{id}/link', { params: { id: redemption.id }, signal }),
    gcTime: 0,
    staleTime: 0,
  });
  if (reward.isError) return <Failure query={reward} />;
  if (reward.isPending) return <Spinner label={t('loading')} />;
  return (
    <div className="grid gap-4">
      <p>{t('linkText')}</p>
      <a className={buttonClass()} href={reward.data.link} target="_blank" rel="noreferrer">
        {t('openLink')}
      </a>
    </div>
  );
}
