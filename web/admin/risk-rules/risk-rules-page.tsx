import { useQuery } from '@tanstack/react-query';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { LoadingCards } from '#web/admin/parts/loading-cards.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { RiskRuleCard } from './risk-rule-card.tsx';
import { riskRulesQuery } from './risk-rules-query.ts';

const GRID = 'grid gap-4 lg:grid-cols-2';

/** The rules that hold redemptions for a review: switches, limits, and a trial on past redemptions. */
export function RiskRulesPage() {
  const t = useT('risk');
  const rules = useQuery(riskRulesQuery);
  return (
    <AdminScreen title={t('title')} intro={t('intro')}>
      <QueryView
        query={rules}
        outdated="both"
        loading={<LoadingCards label={t('loading')} heights={['h-72', 'h-72']} className={GRID} />}
      >
        {(all) => (
          <div className={`items-start ${GRID}`}>
            {all.map((rule) => (
              <RiskRuleCard key={rule.id} rule={rule} />
            ))}
          </div>
        )}
      </QueryView>
    </AdminScreen>
  );
}
