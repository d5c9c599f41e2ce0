import { ArrowDown, ArrowUp } from 'lucide';
import type { PlannedReward } from '#contract/rewards.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { RewardArt } from '#ui/illustrations/reward-art.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { MoneyCell } from '#web/admin/parts/cells.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { useProviderTexts } from './provider-texts.ts';
import { useChangeReward, useOrderRewards } from './use-change-rewards.ts';

const TONES: Record<PlannedReward['status'], BadgeTone> = {
  draft: 'neutral',
  active: 'brand',
  paused: 'accent',
  ended: 'neutral',
};

interface RewardListProps {
  rewards: PlannedReward[];
  editable: boolean;
}

/** Every reward in the order of the members' list. */
export function RewardList({ rewards, editable }: RewardListProps) {
  const t = useT('rewards');
  const order = useOrderRewards();
  const ids = rewards.map(({ id }) => id);
  const move = (from: number, to: number) => {
    const next = ids.with(from, ids[to] ?? '').with(to, ids[from] ?? '');
    order.mutate(next);
  };
  return (
    <ol className="grid gap-3" aria-label={t('title')}>
      {rewards.map((reward, place) => (
        <Card as="li" key={reward.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 sm:flex-nowrap">
          <RewardArt kind={reward.kind} picture={reward.picture} className="w-14" />
          <About reward={reward} />
          {editable && (
            <div className="flex flex-wrap items-center gap-1 sm:justify-end">
              <Status reward={reward} />
              <AdminLink
                path="rewards/$id"
                id={reward.id}
                aria-label={t('editName', { title: reward.title })}
                className={buttonClass('secondary', 'small')}
              >
                {t('edit')}
              </AdminLink>
              <Move
                icon="up"
                label={t('upName', { title: reward.title })}
                disabled={place === 0 || order.isPending}
                onClick={() => move(place, place - 1)}
              />
              <Move
                icon="down"
                label={t('downName', { title: reward.title })}
                disabled={place === rewards.length - 1 || order.isPending}
                onClick={() => move(place, place + 1)}
              />
            </div>
          )}
        </Card>
      ))}
    </ol>
  );
}

function About({ reward }: { reward: PlannedReward }) {
  const t = useT('rewards');
  const textsOf = useProviderTexts();
  const parts = useT('adminParts');
  return (
    <div className="min-w-0 grow basis-56">
      <h2 className="wrap-anywhere font-bold">
        <bdi>{reward.title}</bdi>
      </h2>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
        <Badge tone={TONES[reward.status]}>{t(`statuses.${reward.status}`)}</Badge>
        <span>{t(`kinds.${reward.kind}`)}</span>
        <span className="font-semibold text-ink">
          <MoneyCell cents={reward.amountUSD} />
        </span>
        <span>{parts('points', { count: reward.pricePoints })}</span>
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
        {reward.servedBy ? (
          <span>{t('servedBy', { provider: textsOf(reward.servedBy).name })}</span>
        ) : (
          <span className="font-semibold text-danger">{t('notServed')}</span>
        )}
        <span>{t('issuedCount', { count: reward.issued })}</span>
        {reward.open > 0 && <span>{t('openCount', { count: reward.open })}</span>}
        {reward.stock && <Stock reward={reward} free={reward.stock.free} />}
      </p>
    </div>
  );
}

/** The list warns at fewer codes than this. */
const LOW_STOCK = 10;

function Stock({ reward, free }: { reward: PlannedReward; free: number }) {
  const t = useT('rewards');
  const waits = reward.waitingForStock > 0;
  return (
    <>
      <AdminLink
        path="rewards/$id/stock"
        id={reward.id}
        className="rounded-lg font-semibold text-brand underline underline-offset-4"
      >
        {t('stockCount', { count: free })}
      </AdminLink>
      {waits && <Badge tone="danger">{t('waitingCount', { count: reward.waitingForStock })}</Badge>}
      {!waits && free < LOW_STOCK && reward.status === 'active' && (
        <Badge tone="accent">{t('lowStock')}</Badge>
      )}
    </>
  );
}

/** Pauses an active reward; activates a draft or a paused one. */
function Status({ reward }: { reward: PlannedReward }) {
  const t = useT('rewards');
  const change = useChangeReward(reward.id);
  if (reward.status === 'ended') return null;
  const active = reward.status === 'active';
  const { title } = reward;
  return (
    <Button
      size="small"
      variant="quiet"
      loading={change.isPending}
      aria-label={active ? t('pauseName', { title }) : t('activateName', { title })}
      onClick={() => change.mutate({ status: active ? 'paused' : 'active' })}
    >
      {active ? t('pause') : t('activate')}
    </Button>
  );
}

interface MoveProps {
  icon: 'up' | 'down';
  label: string;
  disabled: boolean;
  onClick: () => void;
}

/** Keeps the focus while the list is reordered, so that the button can be pressed again. */
function Move({ icon, label, disabled, onClick }: MoveProps) {
  const arrow = icon === 'up' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onClick()}
      className="grid size-10 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
    >
      <Icon of={arrow} className="size-5" />
    </button>
  );
}
