import type { StockUpload } from '#contract/rewards.ts';
import { type DataColumn, DataTable } from '#web/admin/parts/data-table.tsx';
import { useFormats, useT } from '#web/shared/language/language.tsx';

type Problem = StockUpload['problems'][number];

interface StockProblemsProps {
  problems: Problem[];
  /** Number of faulty lines that the list leaves out. */
  left: number;
}

/** The problems of an upload, by line. */
export function StockProblems({ problems, left }: StockProblemsProps) {
  const t = useT('stock');
  const { number } = useFormats();
  const columns: DataColumn<Problem>[] = [
    { id: 'line', header: t('line'), cell: ({ line }) => number(line) },
    { id: 'problem', header: t('problem'), cell: ({ problem }) => t(`problems.${problem}`) },
  ];
  return (
    <div className="grid max-h-96 gap-2 overflow-y-auto">
      <DataTable
        label={t('problemList')}
        columns={columns}
        rows={problems}
        rowId={({ line, problem }) => `${line} ${problem}`}
        empty={null}
      />
      {left > 0 && <p className="text-muted text-sm">{t('moreProblems', { count: left })}</p>}
    </div>
  );
}
