import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide';
import { useState } from 'react';
import type { Redemption } from '#contract/redemptions.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { callQuery } from '#web/shared/api/call-query.ts';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { SupportLink } from '#web/shared/parts/support-link.tsx';

/** A reward behind a link of its issuer, which is made afresh each time, or one that a person entered. Never stored. */
export function RewardLink({ redemption }: { redemption: Redemption }) {
  const t = useT('redeem.reveal');
  const reward = useQuery({
    ...callQuery('GET /api/redemptions/{id}/link', { params: { id: redemption.id } }),
    gcTime: 0,
    staleTime: 0,
  });
  const [isNew, setIsNew] = useState(false);
  const renew = () => void reward.refetch().then(({ isSuccess }) => setIsNew(isSuccess));
  return (
    <QueryView query={reward} loading={<Spinner label={t('loading')} />} outdated="failure">
      {({ link, stays }) => (
        <div className="grid gap-4">
          <p>{t(stays ? 'ownLinkText' : 'linkText')}</p>
          {/* No opener and no referrer: the issuer's page learns nothing about this one. */}
          <a className={buttonClass()} href={link} target="_blank" rel="noopener noreferrer">
            {t('openLink')}
            <Icon of={ExternalLink} className="size-4 rtl:-scale-x-100" />
            <span className="sr-only">{t('newTab')}</span>
          </a>
          {stays ? (
            <p className="text-muted text-sm">
              {t.rich('ownLinkBroken', { support: () => <SupportLink /> })}
            </p>
          ) : (
            <div className="flex flex-wrap items-center justify-between gap-2 text-muted text-sm">
              <p role="status">{t(isNew ? 'linkRenewed' : 'linkBroken')}</p>
              <Button size="small" variant="quiet" loading={reward.isRefetching} onClick={renew}>
                {t('newLink')}
              </Button>
            </div>
          )}
        </div>
      )}
    </QueryView>
  );
}
