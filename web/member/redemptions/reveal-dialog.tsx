import { useQuery } from '@tanstack/react-query';
import { type RefObject, Suspense } from 'react';
import type { Redemption } from '#contract/redemptions.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { callQuery } from '#web/shared/api/call-query.ts';
import { useT } from '#web/shared/language/language.tsx';
import { latePart } from '#web/shared/parts/late-part.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { CardFace, type CardSecrets } from './card-face.tsx';
import { PassButtons } from './pass-buttons.tsx';
import { RewardCode } from './reward-code.tsx';
import { RewardLink } from './reward-link.tsx';
import { SecretRow } from './secret-row.tsx';

const IssuerFrame = latePart(
  () => import('./issuer-frame.tsx'),
  (module) => module.IssuerFrame,
);

/** Rewards whose dialog shows card numbers, which others must not see. */
const CARD_REVEALS = new Set<Redemption['reveal']>(['details', 'elements']);

export interface RevealProps {
  redemption: Redemption;
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
}

/** Shows a reward to its owner: card numbers, a link or a code. They are fetched each time and never stored. */
export function RevealDialog({ redemption, onClose, returnFocus }: RevealProps) {
  const t = useT('redeem.reveal');
  const common = useT('common');
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      returnFocus={returnFocus}
      title={t('title', { kind: redemption.kind })}
      {...(CARD_REVEALS.has(redemption.reveal) ? { description: t('text') } : {})}
      closeLabel={common('close')}
    >
      {redemption.reveal === 'details' && <Revealed redemption={redemption} />}
      {redemption.reveal === 'link' && <RewardLink redemption={redemption} />}
      {redemption.reveal === 'code' && <RewardCode redemption={redemption} />}
      {redemption.reveal === 'elements' && (
        <Suspense>
          <IssuerFrame redemption={redemption} />
        </Suspense>
      )}
      <PassButtons redemption={redemption} />
    </Dialog>
  );
}

function Revealed({ redemption }: { redemption: Redemption }) {
  const t = useT('redeem.reveal');
  const card = useQuery({
    ...callQuery('GET /api/redemptions/{id}/card', { params: { id: redemption.id } }),
    gcTime: 0,
    staleTime: 0,
  });
  const loading = (
    <div className="grid min-h-88 place-items-center">
      <Spinner label={t('loading')} />
    </div>
  );
  return (
    <QueryView query={card} loading={loading} outdated="failure">
      {(secrets) => (
        <div className="grid gap-4">
          <CardFace card={secrets} amountUSD={redemption.amountUSD} test={redemption.test} />
          <CopyRows card={secrets} />
        </div>
      )}
    </QueryView>
  );
}

function CopyRows({ card }: { card: CardSecrets }) {
  const t = useT('redeem.reveal');
  return (
    <ul className="grid gap-1">
      <SecretRow label={t('number')} shown={card.number} copied={card.number.replaceAll(/\s/g, '')} />
      <SecretRow label={t('expires')} shown={card.expires} />
      <SecretRow label={t('securityCode')} shown={card.securityCode} />
    </ul>
  );
}
