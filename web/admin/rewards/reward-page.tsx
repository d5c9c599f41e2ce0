import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import type { PlannedReward } from '#contract/rewards.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { LoadingCards } from '#web/admin/parts/loading-cards.tsx';
import { TranslationsCard } from '#web/admin/parts/translations-card.tsx';
import { useOpenSection, useSectionParams } from '#web/admin/parts/use-section.ts';
import { call } from '#web/shared/api/call.ts';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { PictureCard } from './picture-card.tsx';
import { RewardForm } from './reward-form.tsx';
import { plannedRewardsQuery } from './rewards-query.ts';
import { REWARD_LISTS } from './use-change-rewards.ts';

export function NewRewardPage() {
  const t = useT('rewards');
  return (
    <WithRewards title={t('add')}>
      {({ providers }) => <Editing reward={undefined} providers={providers} />}
    </WithRewards>
  );
}

export function RewardPage() {
  const t = useT('rewards');
  const { id } = useSectionParams();
  return (
    <WithRewards title={t('change')}>
      {({ rewards, providers }) => {
        const reward = rewards.find((one) => one.id === id);
        return reward ? (
          <Editing reward={reward} providers={providers} />
        ) : (
          <EmptyState title={t('unknownTitle')} text={t('unknownText')} />
        );
      }}
    </WithRewards>
  );
}

interface Planned {
  rewards: PlannedReward[];
  providers: string[];
}

function WithRewards({ title, children }: { title: string; children: (planned: Planned) => ReactNode }) {
  const t = useT('rewards');
  const planned = useQuery(plannedRewardsQuery);
  return (
    <AdminScreen title={title} trail={[{ path: 'rewards', label: t('title') }]}>
      <QueryView
        query={planned}
        outdated="both"
        loading={<LoadingCards label={t('loading')} heights={['h-96']} />}
      >
        {children}
      </QueryView>
    </AdminScreen>
  );
}

function Editing({ reward, providers }: { reward: PlannedReward | undefined; providers: string[] }) {
  const t = useT('rewards');
  const openSection = useOpenSection();
  const close = () => void openSection('rewards');
  const unsaved = useRef(false);
  // What is typed of the translations is not left behind.
  const leave = () => {
    if (!unsaved.current) close();
  };
  return (
    <div className="grid gap-4">
      {reward && (reward.stock !== null || reward.servedBy === 'stock') && (
        <AdminLink
          path="rewards/$id/stock"
          id={reward.id}
          className={`${buttonClass('secondary', 'small')} justify-self-start`}
        >
          {t('toStock')}
        </AdminLink>
      )}
      <RewardForm reward={reward} providers={providers} onSaved={leave} onClose={close} />
      {reward && <PictureCard reward={reward} />}
      {reward && reward.kind !== 'prepaid_card' && (
        <TranslationsCard
          texts={[reward.title, reward.description]}
          translations={reward.translations}
          read={async () => {
            const { rewards } = await call('GET /api/admin/rewards');
            return rewards.find(({ id }) => id === reward.id)?.translations;
          }}
          send={(language, texts) =>
            call('PUT /api/admin/rewards/{id}/translations/{language}', {
              params: { id: reward.id, language },
              body: { texts },
            })
          }
          stale={REWARD_LISTS}
          unsaved={unsaved}
        />
      )}
    </div>
  );
}
