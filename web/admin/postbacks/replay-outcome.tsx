import { Badge } from '#ui/badge.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { isApplied, type ReplayResult } from './replay-result.ts';

/** What came of a replay; nothing before one. */
export function ReplayOutcome({ result }: { result: ReplayResult | undefined }) {
  const t = useT('parkedQueue');
  const verdicts = useT('wallHealth');
  if (!result) return null;
  if ('failure' in result) return <Badge tone="danger">{result.failure}</Badge>;
  const { verdict } = result;
  return (
    <Badge tone={isApplied(result) ? 'brand' : 'accent'}>
      {verdict === 'unknown_user' ? t('stillParked') : verdicts(`verdicts.${verdict}`)}
    </Badge>
  );
}
