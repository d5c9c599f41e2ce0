import { useQuery } from '@tanstack/react-query';
import type { FeedOfferRow } from '#contract/feeds.ts';
import { OFFER_REASON_MAX } from '#contract/offer-rules.values.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ReasonDialog } from '#web/admin/parts/reason-dialog.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { call } from '#web/shared/api/call.ts';
import { useT } from '#web/shared/language/language.tsx';
import { OFFERS_KEY, offerRulesQuery } from './offer-rules-query.ts';
import { useRemoveRule } from './use-remove-rule.ts';

const NO_CONDITION = { category: null, words: null, pointsBelow: null, purchase: null };

type Effect = 'hide' | 'feature';

interface OfferActionsProps {
  wall: string;
  offer: FeedOfferRow;
  /** Called to decide anew; needs a reason. */
  onDecide: (effect: Effect) => void;
}

/** What staff have decided about an offer, and what they can decide about it alone. */
export function OfferActions({ wall, offer, onDecide }: OfferActionsProps) {
  const t = useT('feeds');
  const mayEdit = usePermission('catalogue.edit');
  const own = useQuery(offerRulesQuery).data?.filter(
    (rule) => rule.wall === wall && rule.offerId === offer.id,
  );
  const remove = useRemoveRule();
  return (
    <div className="grid justify-items-start gap-2">
      <span className="flex flex-wrap gap-1">
        {offer.hidden && <Badge tone="danger">{t('hidden')}</Badge>}
        {offer.featured && <Badge tone="brand">{t('featured')}</Badge>}
        {offer.limited && <Badge>{t('limited')}</Badge>}
      </span>
      {mayEdit && own && (
        <span className="flex flex-wrap gap-2">
          {(['hide', 'feature'] as const).map((effect) => {
            const rule = own.find((one) => one.effect === effect);
            return (
              <Button
                key={effect}
                size="small"
                variant="secondary"
                loading={remove.isPending && remove.variables === rule?.id}
                onClick={() => (rule ? remove.mutate(rule.id) : onDecide(effect))}
              >
                {t(rule ? `undo.${effect}` : `effects.${effect}`)}
                <span className="sr-only">: {offer.title}</span>
              </Button>
            );
          })}
        </span>
      )}
    </div>
  );
}

export interface OfferDecision {
  offer: FeedOfferRow;
  effect: Effect;
}

interface OfferDecisionDialogProps {
  wall: string;
  decision: OfferDecision;
  onClose: () => void;
}

/** Asks for the reason to hide or feature an offer, then does it. Stands beside the rows, as these change with the window. */
export function OfferDecisionDialog({ wall, decision, onClose }: OfferDecisionDialogProps) {
  const t = useT('feeds');
  const { offer, effect } = decision;
  return (
    <ReasonDialog
      title={t(`effects.${effect}`)}
      description={t(effect === 'hide' ? 'hideText' : 'featureText', { title: offer.title })}
      reasonLabel={t('reason')}
      reasonHint={t('forStaff')}
      reasonMaxLength={OFFER_REASON_MAX}
      confirmLabel={t(`effects.${effect}`)}
      doneText={t('ruleSaved')}
      failedText={t('ruleFailed')}
      stale={[offerRulesQuery.queryKey, OFFERS_KEY]}
      work={(reason) =>
        call('POST /api/admin/offer-rules', {
          body: {
            ...NO_CONDITION,
            wall,
            offerId: offer.id,
            effect,
            reason,
            countries: null,
            newMemberDays: null,
            endsAt: null,
          },
        })
      }
      onClose={onClose}
    />
  );
}
