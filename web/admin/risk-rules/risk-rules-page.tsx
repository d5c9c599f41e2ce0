import { useQuery } from '@tanstack/react-query';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { Failure } from '#web/shared/parts/failure.tsx';
import { RiskRuleCard } from './risk-rule-card.tsx';
import { riskRulesQuery } from './risk-rules-query.ts';

/** The rules that hold redemptions for a person: on or off, their bounds, and a try on the past. */
export function RiskRulesPage() {
  const t = useT('risk');
  const rules = useQuery(riskRulesQuery);
  return (
    <AdminScreen title={t('title')} intro={t('intro')}>
      {rules.isPending && (
        <Loading label={t('loading')} className="grid gap-4 lg:grid-cols-2">
          <Skeleton className="h-72 rounded-card" />
          <Skeleton className="h-72 rounded-card" />
        </Loading>
      )}
      {rules.isError && <Failure query={rules} />}
      {rules.data && (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          {rules.data.map((rule) => (
            <RiskRuleCard key={rule.id} rule={rule} />
          ))}
        </div>
      )}
    </AdminScreen>
  );
}
