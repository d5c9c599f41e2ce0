import { useQuery } from '@tanstack/react-query';
import type { FeedHealth } from '#contract/feeds.ts';
import type { OfferRule } from '#contract/offer-rules.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useFocusAfterRow } from '#ui/use-focus-after-row.ts';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { NewOfferRule } from './new-offer-rule.tsx';
import { offerRulesQuery } from './offer-rules-query.ts';
import { useRemoveRule } from './use-remove-rule.ts';

/** What staff have decided about offers, and a new rule with a preview. */
export function OfferRules({ feeds }: { feeds: FeedHealth[] }) {
  const t = useT('feeds');
  const rules = useQuery(offerRulesQuery);
  useFocusAfterRow(rules.data?.map(({ id }) => id) ?? [], '#offer-rules');
  const mayEdit = usePermission('catalogue.edit');
  return (
    <Card as="section" aria-labelledby="offer-rules" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-1">
        <h2 id="offer-rules" className="font-bold text-xl">
          {t('rules')}
        </h2>
        <p className="text-muted">{t('rulesIntro')}</p>
      </div>
      <QueryView
        query={rules}
        loading={<Skeleton className="h-20 rounded-2xl" />}
        empty={<p className="text-muted">{t('noRules')}</p>}
      >
        {(all) => (
          <ul className="grid gap-3">
            {all.map((rule) => (
              <Rule key={rule.id} rule={rule} feeds={feeds} mayEdit={mayEdit} />
            ))}
          </ul>
        )}
      </QueryView>
      {mayEdit && <NewOfferRule feeds={feeds} />}
    </Card>
  );
}

interface RuleProps {
  rule: OfferRule;
  feeds: FeedHealth[];
  mayEdit: boolean;
}

function Rule({ rule, feeds, mayEdit }: RuleProps) {
  const t = useT('feeds');
  const { number, date } = useFormats();
  const remove = useRemoveRule();
  const said = [
    feeds.find(({ wall }) => wall === rule.wall)?.title ?? rule.wall ?? t('anyFeed'),
    rule.offerId,
    rule.category && `${t('category')}: ${rule.category}`,
    rule.words && `${t('words')}: ${rule.words}`,
    rule.pointsBelow && `${t('pointsBelow')} ${number(rule.pointsBelow)}`,
    rule.purchase !== null && t(rule.purchase ? 'asksMoney' : 'asksNone'),
    rule.countries && `${t('onlyCountries')}: ${rule.countries.join(' ')}`,
    rule.newMemberDays && `${t('onlyNew')}: ${number(rule.newMemberDays)}`,
    rule.endsAt && `${t('endsAt')}: ${date(rule.endsAt)}`,
  ].filter((one) => typeof one === 'string');
  return (
    <li
      data-row={rule.id}
      className="flex flex-wrap items-start justify-between gap-3 rounded-2xl bg-sunken p-4"
    >
      <div className="grid min-w-0 gap-1">
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={rule.effect === 'hide' ? 'danger' : 'brand'}>{t(`effects.${rule.effect}`)}</Badge>
          <span className="text-muted text-sm">{t('matching', { count: rule.offers })}</span>
        </span>
        {said.map((one) => (
          <bdi key={one} className="wrap-anywhere">
            {one}
          </bdi>
        ))}
        <bdi className="wrap-anywhere text-muted text-sm">{rule.reason}</bdi>
      </div>
      {mayEdit && (
        <Button
          variant="secondary"
          size="small"
          loading={remove.isPending}
          onClick={() => remove.mutate(rule.id)}
        >
          {t('removeRule')}
        </Button>
      )}
    </li>
  );
}
