import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import type { Claim } from '#contract/claims.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Loading } from '#ui/skeleton.tsx';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { latePart } from '#web/shared/parts/late-part.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { claimsQuery } from './claims-query.ts';

/** Loads the form's packages, which the screen does not need before. */
const ClaimDialog = latePart(
  () => import('./claim-dialog.tsx'),
  (module) => module.ClaimDialog,
);

const TONES: Record<Claim['state'], BadgeTone> = { open: 'accent', granted: 'brand', refused: 'neutral' };

/** Reports a missing reward, and lists the member's claims. */
export function ClaimsCard() {
  const t = useT('claims');
  const claims = useQuery(claimsQuery);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const loading = <Loading label={t('list')} shapes={['h-14']} className="mt-4" />;
  return (
    <Card aria-labelledby="claims">
      <h3 id="claims" className="scroll-mt-4 font-bold text-lg">
        {t('heading')}
      </h3>
      <p className="text-muted text-sm">{t('text')}</p>
      <Button ref={button} variant="secondary" className="mt-4" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      <QueryView query={claims} loading={loading} empty={null}>
        {(list) => (
          <ul aria-label={t('list')} className="mt-4 divide-y divide-line">
            {list.map((claim) => (
              <ClaimRow key={claim.id} claim={claim} />
            ))}
          </ul>
        )}
      </QueryView>
      {open && (
        <Suspense fallback={null}>
          <ClaimDialog open onClose={() => setOpen(false)} returnFocus={button} />
        </Suspense>
      )}
    </Card>
  );
}

function ClaimRow({ claim }: { claim: Claim }) {
  const t = useT('claims');
  const { date } = useFormats();
  const reward = useReward('tasks');
  return (
    <li className="py-3.5">
      <p className="flex flex-wrap items-center gap-2">
        <bdi className="wrap-anywhere font-semibold">{claim.title}</bdi>
        <Badge tone={TONES[claim.state]}>{t(`states.${claim.state}`)}</Badge>
      </p>
      <p className="text-muted text-sm">{t('happened', { date: date(claim.happenedAt, 'moment') })}</p>
      {claim.points !== null && (
        <p className="text-brand text-sm">{t('credited', { amount: reward.amount(claim.points) })}</p>
      )}
      {claim.answer !== null && (
        <blockquote
          dir="auto"
          className="wrap-anywhere mt-2 whitespace-pre-wrap rounded-2xl bg-sunken p-3 text-sm"
        >
          {claim.answer}
        </blockquote>
      )}
    </li>
  );
}
