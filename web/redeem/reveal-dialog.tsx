import { useQuery } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';
import { lazy, type RefObject, Suspense, useState } from 'react';
import type { Redemption } from '#contract/redemption.ts';
import { call } from '../api/call.ts';
import { useT } from '../language/language.tsx';
import { Failure } from '../pages/shared/failure.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toast-store.ts';
import { CardFace, type CardSecrets } from './card-face.tsx';
import { RewardLink } from './reward-link.tsx';

const IssuerFrame = lazy(async () => {
  const { IssuerFrame } = await import('./issuer-frame.tsx');
  return { default: IssuerFrame };
});

interface RevealDialogProps {
  /** The issued card to show; undefined closes the dialog. */
  redemption: Redemption | undefined;
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
}

/** Shows the numbers of a card to its owner. They are asked for each time and never kept. */
export function RevealDialog({ redemption, onClose, returnFocus }: RevealDialogProps) {
  const t = useT('redeem.reveal');
  const common = useT('common');
  return (
    <Dialog
      open={redemption !== undefined}
      onOpenChange={(next) => !next && onClose()}
      returnFocus={returnFocus}
      title={t('title')}
      {...(redemption?.reveal === 'link' ? {} : { description: t('text') })}
      closeLabel={common('close')}
    >
      {redemption?.reveal === 'details' && <Revealed redemption={redemption} />}
      {redemption?.reveal === 'link' && <RewardLink redemption={redemption} />}
      {redemption?.reveal === 'elements' && (
        <Suspense>
          <IssuerFrame redemption={redemption} />
        </Suspense>
      )}
    </Dialog>
  );
}

function Revealed({ redemption }: { redemption: Redemption }) {
  const t = useT('redeem.reveal');
  const card = useQuery({
    queryKey: ['GET /api/redemptions/{id}/card', redemption.id],
    queryFn: ({ signal }) =>
      call('GET /api/redemptions/{id}/card', { params: { id: redemption.id }, signal }),
    gcTime: 0,
    staleTime: 0,
  });
  if (card.isError) return <Failure query={card} />;
  if (card.isPending) {
    return (
      <div className="grid min-h-88 place-items-center">
        <Spinner label={t('loading')} />
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <CardFace card={card.data} amountUSD={redemption.amountUSD} test={redemption.test} />
      <CopyRows card={card.data} />
    </div>
  );
}

function CopyRows({ card }: { card: CardSecrets }) {
  const t = useT('redeem.reveal');
  return (
    <ul className="grid gap-1">
      <CopyRow label={t('number')} shown={card.number} copied={card.number.replaceAll(/\s/g, '')} />
      <CopyRow label={t('expires')} shown={card.expires} copied={card.expires} />
      <CopyRow label={t('securityCode')} shown={card.securityCode} copied={card.securityCode} />
    </ul>
  );
}

const COPIED_SHOWN_MS = 2_000;

function CopyRow({ label, shown, copied }: { label: string; shown: string; copied: string }) {
  const t = useT('redeem.reveal');
  const [done, setDone] = useState(false);
  const Icon = done ? Check : Copy;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(copied);
      setDone(true);
      setTimeout(() => setDone(false), COPIED_SHOWN_MS);
    } catch {
      // Refused by the person or missing without a secure context.
      toast({ title: t('copyFailed'), tone: 'error' });
    }
  };
  return (
    <li className="flex items-center justify-between gap-3">
      <span className="min-w-0">
        <span className="block text-muted text-sm">{label}</span>
        <bdi dir="ltr" className="wrap-anywhere font-semibold tabular-nums">
          {shown}
        </bdi>
      </span>
      <Button
        size="small"
        variant="quiet"
        aria-label={t('copyName', { what: label })}
        onClick={() => void copy()}
      >
        <Icon aria-hidden="true" className="size-4" />
        <span aria-live="polite">{done ? t('copied') : t('copy')}</span>
      </Button>
    </li>
  );
}
