import { useRef, useState } from 'react';
import type { UnmatchedRow } from '#contract/postbacks.ts';
import { OPERATOR_TEXT_MAX_LENGTH } from '#contract/staff.values.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import { ReasonDialog } from '#web/admin/parts/reason-dialog.tsx';
import { useWallTitle } from '#web/admin/parts/use-wall-title.ts';
import { call } from '#web/shared/api/call.ts';
import { useT } from '#web/shared/language/language.tsx';
import { focusIfLost } from './focus-if-lost.ts';
import { ReplayOutcome } from './replay-outcome.tsx';
import { canBeReplayed, isDone, type ReplayResult } from './replay-result.ts';

export interface UnmatchedEntryProps {
  row: UnmatchedRow;
  result: ReplayResult | undefined;
  selected: boolean;
  /** Replays are under way. */
  busy: boolean;
  /** It is its turn. */
  replaying: boolean;
  onSelect: (on: boolean) => void;
  onReplay: () => Promise<void>;
}

/** One unmatched postback, with the result of its replay. */
export function UnmatchedEntry(props: UnmatchedEntryProps) {
  const { row, result, selected, busy, replaying, onSelect, onReplay } = props;
  const t = useT('parkedQueue');
  const parts = useT('adminParts');
  const common = useT('common');
  const [closing, setClosing] = useState(false);
  const outcome = useRef<HTMLSpanElement>(null);
  const wall = useWallTitle()(row.wall);
  const transaction = row.transactionId ?? t('noTransaction');
  const possible = canBeReplayed(row.obstacle, result);
  return (
    <Card as="li" data-row={row.id} className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label className="flex min-h-11 min-w-0 grow items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-brand"
            aria-label={t('select', { transaction, wall })}
            disabled={busy || !possible}
            checked={selected && possible}
            onChange={({ target }) => onSelect(target.checked)}
          />
          <span className="min-w-0">
            <bdi className="wrap-anywhere font-semibold">{transaction}</bdi> ·{' '}
            <bdi className="wrap-anywhere text-muted">{wall}</bdi>
          </span>
        </label>
        <span ref={outcome} tabIndex={-1} className="empty:hidden">
          <ReplayOutcome result={result} />
        </span>
        {possible && (
          <Button
            variant="secondary"
            size="small"
            loading={replaying}
            disabled={busy && !replaying}
            aria-label={t('replayOne', { transaction })}
            onClick={() => void onReplay().then(() => focusIfLost(outcome))}
          >
            {t('replay')}
          </Button>
        )}
        {!isDone(result) && (
          <Button
            variant="secondary"
            size="small"
            disabled={busy}
            aria-label={t('closeOne', { transaction })}
            onClick={() => setClosing(true)}
          >
            {common('close')}
          </Button>
        )}
      </div>
      <p className="wrap-anywhere text-muted text-sm">
        {parts.rich('waiting', { time: () => <TimeCell at={row.at} /> })}
        {row.memberCode && <> · {t('code', { code: row.memberCode })}</>}
        {row.times > 1 && <> · {t('times', { count: row.times })}</>}
      </p>
      {row.obstacle && <p className="text-sm">{t(`obstacles.${row.obstacle}`)}</p>}
      <details className="text-sm">
        <summary className="cursor-pointer text-muted">{t('raw')}</summary>
        <pre dir="ltr" className="wrap-anywhere mt-1 whitespace-pre-wrap rounded-xl bg-sunken p-3 text-xs">
          {row.raw.trim()}
        </pre>
      </details>
      {closing && <CloseDialog id={row.id} transaction={transaction} onClose={() => setClosing(false)} />}
    </Card>
  );
}

interface CloseDialogProps {
  id: string;
  transaction: string;
  onClose: () => void;
}

function CloseDialog({ id, transaction, onClose }: CloseDialogProps) {
  const t = useT('parkedQueue');
  const alarms = useT('wallAlarms');
  return (
    <ReasonDialog
      title={t('closeTitle', { transaction })}
      description={t('closeText')}
      reasonLabel={alarms('note')}
      reasonHint={alarms('noteHint')}
      reasonMaxLength={OPERATOR_TEXT_MAX_LENGTH}
      confirmLabel={t('closeOne', { transaction })}
      doneText={t('closeDone')}
      failedText={t('closeFailed')}
      work={(note) => call('POST /api/admin/parked/{id}/closure', { params: { id }, body: { note } })}
      stale={[['GET /api/admin/parked'], ['GET /api/admin/queues']]}
      onClose={onClose}
    />
  );
}
