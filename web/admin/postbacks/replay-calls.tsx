import type { PostbackRow } from '#contract/postbacks.ts';
import { Button } from '#ui/button.tsx';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { useT } from '#web/shared/language/language.tsx';
import { ReplayOutcome } from './replay-outcome.tsx';
import { canBeReplayed } from './replay-result.ts';
import type { Replay } from './use-replay.ts';

/** Replays the shown calls that moved nothing, the oldest first. Nothing is shown if there are none. `rows`: newest first. */
export function ReplayShown({ rows, replay }: { rows: readonly PostbackRow[]; replay: Replay }) {
  const t = useT('postbackLog');
  const queue = useT('parkedQueue');
  const mayReplay = usePermission('queues.work');
  const possible = rows.filter((row) => isPossible(row, replay)).map(({ id }) => id);
  if (!mayReplay || (possible.length === 0 && !replay.running)) return null;
  return (
    <div className="grid justify-items-start gap-2">
      <p className="max-w-prose text-muted text-sm">{t('replayHint')}</p>
      {replay.running ? (
        <Button variant="secondary" onClick={replay.stop}>
          {queue('stop')}
        </Button>
      ) : (
        <Button variant="secondary" onClick={() => void replay.run(possible.toReversed())}>
          {queue('replaySelected', { count: possible.length })}
        </Button>
      )}
      <p role="status" className="text-muted text-sm">
        {replay.progress && queue('progress', replay.progress)}
      </p>
    </div>
  );
}

/** Replays one call, and says what came of it or when staff settled it. */
export function ReplayCall({ row, replay }: { row: PostbackRow; replay: Replay }) {
  const t = useT('postbackLog');
  const queue = useT('parkedQueue');
  const mayReplay = usePermission('queues.work');
  const { settledAt } = row;
  if (settledAt)
    return (
      <span className="text-muted text-sm">
        {t.rich('settled', { time: () => <TimeCell at={settledAt} /> })}
      </span>
    );
  const result = replay.results.get(row.id);
  return (
    <span className="flex flex-wrap items-center gap-2">
      <ReplayOutcome result={result} />
      {mayReplay && isPossible(row, replay) && (
        <Button
          variant="secondary"
          size="small"
          disabled={replay.running}
          aria-label={queue('replayOne', { transaction: row.transactionId ?? queue('noTransaction') })}
          onClick={() => void replay.run([row.id])}
        >
          {queue('replay')}
        </Button>
      )}
    </span>
  );
}

const isPossible = ({ id, replayable }: PostbackRow, { results }: Replay): boolean =>
  replayable && canBeReplayed(null, results.get(id));
