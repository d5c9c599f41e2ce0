import { Link } from '@tanstack/react-router';
import { type RefObject, Suspense, useRef, useState } from 'react';
import type { Member } from '#contract/member.ts';
import { POINTS_PER_DOLLAR } from '#contract/points.ts';
import type { Rewards } from '#contract/rewards.ts';
import { CARD_TIER_USD, FIRST_CARD_TIER } from '#contract/rewards.values.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Loading } from '#ui/skeleton.tsx';
import { useRewards } from '#web/shared/api/queries.ts';
import { useT } from '#web/shared/language/language.tsx';
import { latePart } from '#web/shared/parts/late-part.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { AddressNeeded } from './address-needed.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { Intent } from './intent.ts';
import { OfferChoice } from './offer-choice.tsx';
import { useRedemption } from './use-redemption.ts';
import { useRewardNames } from './use-reward-names.ts';

const CaptchaDialog = latePart(
  () => import('#web/shared/captcha/captcha-dialog.tsx'),
  (module) => module.CaptchaDialog,
);
// Loaded while the security check is shown.
const ResultDialog = latePart(
  () => import('./result-dialog.tsx'),
  (module) => module.ResultDialog,
);

/** Skeletons of the rewards, high enough to keep what follows below the fold. */
const SHAPES = [...new Array<string>(8).fill('h-22'), 'h-14 rounded-full'];

/** Redeems points for a reward. */
export function RedeemSection({ member }: { member: Member }) {
  const t = useT('redeem');
  const rewards = useRewards();
  const redemption = useRedemption(member.id);
  // What has begun says itself how it ends, also when redemptions are paused meanwhile.
  const paused = member.pause !== null && redemption.step.name === 'choosing';
  const loading = <Loading label={t('loading')} shapes={SHAPES} className="mt-4 grid gap-3" />;
  return (
    <Card aria-labelledby="redeem" id="redeem-section">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="redeem" className="font-bold text-xl">
          {t('heading')}
        </h2>
        {rewards.data?.test && <Badge tone="accent">{t('test')}</Badge>}
      </div>
      {paused ? (
        <Paused />
      ) : (
        <QueryView query={rewards} loading={loading}>
          {(data) => <Redeem member={member} rewards={data} redemption={redemption} />}
        </QueryView>
      )}
    </Card>
  );
}

/** While redemptions are paused there is nothing to choose; the reason is at the top of the screen. */
function Paused() {
  const t = useT('redeem.paused');
  return (
    <div className="mt-3 grid justify-items-start gap-3 rounded-2xl bg-accent-soft p-4 text-on-accent-soft">
      <p>
        <span className="font-bold">{t('title')}.</span> {t('text')}
      </p>
      <a href="#pause" className="rounded-lg font-semibold underline underline-offset-4">
        {t('details')}
      </a>
    </div>
  );
}

interface RedeemProps {
  member: Member;
  rewards: Rewards;
  redemption: ReturnType<typeof useRedemption>;
}

function Redeem({ member, rewards, redemption }: RedeemProps) {
  const t = useT('redeem');
  const names = useRewardNames();
  const button = useRef<HTMLButtonElement>(null);
  const more = useRef<HTMLAnchorElement>(null);
  const finish = useRef<HTMLButtonElement>(null);
  const open = rewards.offers.filter(({ unavailable }) => unavailable === null);
  const [chosen, setChosen] = useState<string>();
  const offer = open.find(({ id }) => id === chosen) ?? open.at(0);
  const { step, unfinished } = redemption;
  const deciding = step.name === 'captcha' || step.name === 'confirming' ? step.intent : undefined;
  const offerOf = (intent: Intent | undefined) => rewards.offers.find(({ id }) => id === intent?.rewardId);
  const stuck = offerOf(unfinished);
  // The button cannot be focused while a request is unfinished, or with nothing left to redeem.
  const next = offer ? button : more;
  const returnFocus = unfinished ? finish : next;
  const [begun, setBegun] = useState(false);
  // Rendered from the first decision on, as the reward that it shows stays open when the decision is over.
  if (!begun && step.name !== 'choosing') setBegun(true);
  return (
    <>
      <p className="mt-1 text-muted">
        {rewards.firstRedemption
          ? t('first', {
              card: names.valued('prepaid_card', CARD_TIER_USD[FIRST_CARD_TIER] * POINTS_PER_DOLLAR),
            })
          : t('intro')}
      </p>
      {rewards.test && <p className="mt-1 text-muted text-sm">{t('testText')}</p>}
      {unfinished && step.name === 'choosing' && (
        <Unfinished
          reward={stuck && names.reward(stuck)}
          finish={finish}
          onFinish={redemption.resume}
          onDiscard={redemption.discard}
        />
      )}
      <OfferChoice offers={rewards.offers} points={member.points} chosen={offer?.id} onChoose={setChosen} />
      {offer?.needsDetails && (
        <div className="mt-4 rounded-2xl bg-accent-soft p-4 text-on-accent-soft text-sm">
          <AddressNeeded waiting={false} />
        </div>
      )}
      {/* Always in reach, however long the list is: above the navigation on a phone. */}
      <div className="-mx-5 sm:-mx-6 sticky bottom-[calc(env(safe-area-inset-bottom)+4rem)] z-10 mt-2 rounded-card bg-surface px-5 py-3 sm:px-6 lg:bottom-0 low:static">
        <Button
          ref={button}
          size="large"
          className="w-full"
          disabled={!offer || Boolean(unfinished)}
          onClick={() => offer && redemption.choose(offer)}
        >
          {offer ? t('redeemReward', { reward: names.reward(offer) }) : t('redeem')}
        </Button>
      </div>
      {!offer && (
        <Link ref={more} to="/task" className={`${buttonClass('primary', 'large')} mt-3 w-full`}>
          {t('earnMore')}
        </Link>
      )}
      <Suspense>
        {begun && (
          <CaptchaDialog
            action="redemption"
            open={step.name === 'captcha'}
            onOpenChange={(next) => !next && redemption.close()}
            onVerified={redemption.verified}
            returnFocus={returnFocus}
          />
        )}
      </Suspense>
      <ConfirmDialog
        redemption={redemption}
        offer={offerOf(deciding)}
        points={member.points}
        returnFocus={returnFocus}
      />
      <Suspense>
        {begun && <ResultDialog step={step} onClose={redemption.close} returnFocus={returnFocus} />}
      </Suspense>
    </>
  );
}

function Unfinished({
  reward,
  finish,
  onFinish,
  onDiscard,
}: {
  /** The reward's name, if it is still offered. */
  reward: string | undefined;
  finish: RefObject<HTMLButtonElement | null>;
  onFinish: () => void;
  onDiscard: () => void;
}) {
  const t = useT('redeem');
  return (
    <div role="status" className="mt-4 rounded-2xl bg-accent-soft p-4 text-on-accent-soft">
      <p className="font-bold">{t('resumeTitle')}</p>
      <p className="mt-1 text-sm">{reward ? t('resumeText', { reward }) : t('resumeUnknown')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button ref={finish} size="small" onClick={onFinish}>
          {t('finish')}
        </Button>
        <Button size="small" variant="quiet" className="text-on-accent-soft" onClick={onDiscard}>
          {t('discard')}
        </Button>
      </div>
    </div>
  );
}
