import { useFormatter } from 'use-intl';
import { OPERATOR_TEXT_MAX_LENGTH } from '#contract/staff.values.ts';
import type { WallAlarm } from '#contract/walls.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import { ReasonDialog } from '#web/admin/parts/reason-dialog.tsx';
import type { Work } from '#web/admin/parts/use-kept.ts';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { call } from '#web/shared/api/call.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { alarmsQuery, WALLS_KEY } from './walls-query.ts';

interface AlarmCardProps {
  alarm: WallAlarm;
  /** Set while its dialog is open. */
  closing: Work | undefined;
  onClosing: (on: boolean) => void;
}

/** One alarm: its figures, what to do, and where to look. */
export function AlarmCard({ alarm, closing, onClosing }: AlarmCardProps) {
  const t = useT('wallAlarms');
  const parts = useT('adminParts');
  const walls = useT('wallHealth');
  const { date } = useFormats();
  const seesMembers = usePermission('members.read');
  const heading = `alarm-${alarm.id}`;
  const link = buttonClass('secondary');
  return (
    <Card
      as="li"
      data-row={alarm.id}
      aria-labelledby={heading}
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
    >
      <header className="grid gap-1">
        <h2 id={heading} className="wrap-anywhere font-bold text-lg">
          <bdi>{alarm.title}</bdi> · {t(`kinds.${alarm.kind}`)}
        </h2>
        <p className="text-muted text-sm">
          {t('day', { date: date(alarm.day, 'day') })}
          {' · '}
          {parts.rich('waiting', { time: () => <TimeCell at={alarm.at} /> })}
        </p>
      </header>
      <p>
        <Figures alarm={alarm} />
      </p>
      <p className="text-muted text-sm">{t(adviceOn(alarm.kind))}</p>
      <div className="flex flex-wrap gap-2 border-line border-t pt-4">
        <Button onClick={() => onClosing(true)}>{t('close')}</Button>
        {alarm.kind === 'underpaid' && (
          <AdminLink path="feeds/$id/results" id={alarm.wall} search={{ order: 'missing' }} className={link}>
            {t('openResults')}
          </AdminLink>
        )}
        {seesMembers && (
          <AdminLink path="postbacks" search={{ wall: alarm.wall }} className={link}>
            {walls('log')}
          </AdminLink>
        )}
        <AdminLink path="walls" className={link}>
          {t('openWall')}
        </AdminLink>
        {seesMembers && alarm.userId && (
          <AdminLink path="users/$id" id={alarm.userId} className={link}>
            {t('openMember')}
          </AdminLink>
        )}
      </div>
      {closing && <CloseDialog alarm={alarm} {...closing} onClose={() => onClosing(false)} />}
    </Card>
  );
}

function adviceOn(kind: WallAlarm['kind']) {
  if (kind === 'underpaid') return 'underpaidAdvice';
  return kind === 'paid_twice' ? 'paidTwiceAdvice' : 'advice';
}

function Figures({ alarm: { kind, ...alarm } }: { alarm: WallAlarm }) {
  const t = useT('wallAlarms');
  const format = useFormatter();
  const inPercent = kind === 'unnamed' || kind === 'flagged' || kind === 'cost' || kind === 'underpaid';
  const text = (figure: number) =>
    inPercent ? format.number(figure / 100, { style: 'percent' }) : format.number(figure);
  const value = text(alarm.value);
  const threshold = text(alarm.threshold);
  if (kind === 'paid_twice') return t('paidTwice', { value });
  if (kind === 'cost' || kind === 'underpaid') return t(kind, { value, threshold });
  if (alarm.usual === null) return t(inPercent ? 'shareFirst' : 'pointsFirst', { value, threshold });
  return t(inPercent ? 'share' : 'points', { value, threshold, usual: text(alarm.usual) });
}

interface CloseDialogProps extends Work {
  alarm: WallAlarm;
  onClose: () => void;
}

function CloseDialog({ alarm: { id, title, kind }, gone, settle, onClose }: CloseDialogProps) {
  const t = useT('wallAlarms');
  return (
    <ReasonDialog
      title={t('closeTitle', { title })}
      description={t(kind === 'paid_twice' ? 'paidTwiceClose' : 'closeText')}
      reasonLabel={t('note')}
      reasonHint={t('noteHint')}
      reasonMaxLength={OPERATOR_TEXT_MAX_LENGTH}
      confirmLabel={t('close')}
      doneText={t('done')}
      failedText={t('failed')}
      work={(note) => call('PUT /api/admin/wall-alarms/{id}/note', { params: { id }, body: { note } })}
      gone={gone}
      onDone={settle}
      stale={[alarmsQuery.queryKey, ['GET /api/admin/queues'], WALLS_KEY]}
      onClose={onClose}
    />
  );
}
