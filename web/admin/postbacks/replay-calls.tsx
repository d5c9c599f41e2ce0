import { useRef, useState } from 'react';
import type { PostbackRow } from '#contract/postbacks.ts';
import { Button } from '#ui/button.tsx';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { useT } from '#web/shared/language/language.tsx';
import { focusIfLost } from './focus-if-lost.ts';
import { ReplayOutcome } from './replay-outcome.tsx';
import { canBeReplayed } from './replay-result.ts';
import type { Replay } from './use-replay.ts';

/** Replays the shown calls that moved nothing, the oldest first. Nothing is shown if there were none. `rows`: newest first. */
export function ReplayShown({ rows, replay }: { rows: readonly PostbackRow[]; replay: Replay }) {
  const t = useT('postbackLog');
  const queue = useT('parkedQueue');
  const mayReplay = usePermission('queues.work');
  const block = useRef<HTMLDivElement>(null);
  const possible = rows.filter((row) => isPossible(row, replay)).map(({ id }) => id);
  const { running, progress, results } = replay;
  if (!mayReplay || (possible.length === 0 && !running && results.size === 0)) return null;
  const run = () => void replay.run(possible.toReversed()).then(() => focusIfLost(block));
  return (
    <div ref={block} tabIndex={-1} className="grid justify-items-start gap-2">
      <p className="max-w-prose text-muted text-sm">{t('replayHint')}</p>
      {(running || possible.length > 0) && (
        <Button variant="secondary" onClick={running ? replay.stop : run}>
          {running ? queue('stop') : queue('replaySelected', { count: possible.length })}
        </Button>
      )}
      <p role="status" className="text-muted text-sm">
        {progress && queue('progress', progress)}
      </p>
    </div>
  );
}

/** Replays one call, and says what came of it or when staff settled it. */
export function ReplayCall({ row, replay }: { row: PostbackRow; replay: Replay }) {
  const t = useT('postbackLog');
  const queue = useT('parkedQueue');
  const mayReplay = usePermission('queues.work');
  const block = useRef<HTMLSpanElement>(null);
  const [busy, setBusy] = useState(false);
  const { id, settledAt } = row;
  if (settledAt)
    return (
      <span className="text-muted text-sm">
        {t.rich('settled', { time: () => <TimeCell at={settledAt} /> })}
      </span>
    );
  const run = async () => {
    setBusy(true);
    await replay.run([id]);
    setBusy(false);
    focusIfLost(block);
  };
  return (
    <span ref={block} tabIndex={-1} className="flex flex-wrap items-center gap-2">
      <ReplayOutcome result={replay.results.get(id)} />
      {mayReplay && isPossible(row, replay) && (
        <Button
          variant="secondary"
          size="small"
          loading={busy}
          disabled={replay.running && !busy}
          aria-label={queue('replayOne', { transaction: row.transactionId ?? queue('noTransaction') })}
          onClick={() => void run()}
        >
          {queue('replay')}
        </Button>
      )}
    </span>
  );
}

const isPossible = ({ id, replayable }: PostbackRow, { results }: Replay): boolean =>
  replayable && canBeReplayed(null, results.get(id));
