import type { RedemptionReason } from '#contract/redemptions.values.ts';
import type { StatementEntry } from '#contract/statement.ts';
import { useT } from '#web/shared/language/language.tsx';

/** Why points moved, where that is not plain from the entry itself, and what staff wrote about it. */
export function EntryReason({ entry: { kind, points, reward, text } }: { entry: StatementEntry }) {
  const t = useT('statement');
  const redeem = useT('redeem');
  const reason =
    kind === 'taken_back' || kind === 'gift' || (kind === 'debt' && points < 0)
      ? t(`reasons.${kind}`)
      : kind === 'given_back' || kind === 'gift_taken_back'
        ? redeem(whyBack(reward?.reason ?? null))
        : undefined;
  return (
    <>
      {reason && <p className="mt-1 text-muted text-sm">{reason}</p>}
      {text && (
        <blockquote className="wrap-anywhere mt-2 whitespace-pre-wrap rounded-2xl bg-sunken p-3 text-sm">
          <bdi>{text}</bdi>
        </blockquote>
      )}
    </>
  );
}

function whyBack(reason: RedemptionReason | null) {
  switch (reason) {
    case 'withdrawn_unused':
    case 'withdrawn_used':
    case 'withdrawn_closed':
      return `reversed.${reason}` as const;
    case null:
      return 'failed.unknown' as const;
    default:
      return `failed.${reason}` as const;
  }
}
