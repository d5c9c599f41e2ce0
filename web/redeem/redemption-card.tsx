import { useRef, useState } from 'react';
import type { Redemption } from '#contract/redemption.ts';
import { useFormats, useT } from '../language/language.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Amount } from '../ui/money.tsx';
import { RedemptionState, StatusBadge } from './redemption-state.tsx';
import { RevealDialog } from './reveal-dialog.tsx';
import { useRewardNames } from './use-reward-names.ts';

/** One redemption: what, since when, how it stands, and the card once there is one. */
export function RedemptionCard({ redemption }: { redemption: Redemption }) {
  const t = useT('redeem');
  const { date } = useFormats();
  const names = useRewardNames();
  const [shown, setShown] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Card as="li" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge status={redemption.status} />
        {redemption.test && <Badge tone="accent">{t('reveal.test')}</Badge>}
      </div>
      <div>
        <h2 className="font-bold font-display text-xl">
          <Amount>{names.card(redemption.amountUSD)}</Amount>
        </h2>
        <p className="text-muted text-sm">
          <time dateTime={redemption.createdAt}>
            {t('requested', { date: date(redemption.createdAt, 'moment') })}
          </time>
          {' · '}
          <Amount>{names.price(redemption.pointsUsed)}</Amount>
        </p>
      </div>
      <div className="grow text-sm">
        <RedemptionState redemption={redemption} />
      </div>
      {redemption.status === 'issued' && (
        <>
          <Button ref={button} variant="secondary" onClick={() => setShown(true)}>
            {t('show')}
          </Button>
          <RevealDialog
            redemption={shown ? redemption : undefined}
            onClose={() => setShown(false)}
            returnFocus={button}
          />
        </>
      )}
    </Card>
  );
}
