import type { WallHealth } from '#contract/walls.ts';
import { useT } from '#web/shared/language/language.tsx';

/** What the proof of the wall's calls does not cover, and how to close the gap; nothing if no gap counts. */
export function WallProof({ wall: { proof } }: { wall: WallHealth }) {
  const t = useT('wallHealth');
  if (proof.open.length === 0) return null;
  const parts = proof.open.map((part) => t(`proof.parts.${part}`)).join(', ');
  return (
    <div className="grid gap-1">
      <h3 className="font-semibold">{t('proof.title')}</h3>
      <p className="wrap-anywhere text-sm">{t('proof.open', { parts })}</p>
      <p className="wrap-anywhere text-muted text-sm">
        {proof.addresses
          ? t.rich('proof.addresses', { addresses: () => <bdi dir="ltr">{proof.addresses?.join(', ')}</bdi> })
          : t('proof.accepted')}
      </p>
    </div>
  );
}
