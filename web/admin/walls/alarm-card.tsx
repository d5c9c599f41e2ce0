import { useState } from 'react';
import { useFormatter } from 'use-intl';
import { OPERATOR_TEXT_MAX_LENGTH } from '#contract/staff.values.ts';
import type { WallAlarm } from '#contract/walls.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import { ReasonDialog } from '#web/admin/parts/reason-dialog.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { call } from '#web/shared/api/call.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { alarmsQuery, WALLS_KEY } from './walls-query.ts';

/** One alarm: its figures, what to do, and where to look. */
export function AlarmCard({ alarm }: { alarm: WallAlarm }) {
  const t = useT('wallAlarms');
  const parts = useT('adminParts');
  const walls = useT('wallHealth');
  const { date } = useFormats();
  const seesMembers = usePermission('members.read');
  const [closing, setClosing] = useState(false);
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
        <h2 id={heading} className="wrap-anywhere font-bold font-display text-lg">
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
      <p className="text-muted text-sm">{t(alarm.kind === 'underpaid' ? 'underpaidAdvice' : 'advice')}</p>
      <div className="flex flex-wrap gap-2 border-line border-t pt-4">
        <Button onClick={() => setClosing(true)}>{t('close')}</Button>
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
      {closing && <CloseDialog alarm={alarm} onClose={() => setClosing(false)} />}
    </Card>
  );
}

function Figures({ alarm: { kind, ...alarm } }: { alarm: WallAlarm }) {
  const t = useT('wallAlarms');
  const format = useFormatter();
  const inPercent = kind === 'unnamed' || kind === 'flagged' || kind === 'cost' || kind === 'underpaid';
  const text = (figure: number) =>
    inPercent ? format.number(figure / 100, { style: 'percent' }) : format.number(figure);
  const value = text(alarm.value);
  const threshold = text(alarm.threshold);
  if (kind === 'cost' || kind === 'underpaid') return t(kind, { value, threshold });
  if (alarm.usual === null) return t(inPercent ? 'shareFirst' : 'pointsFirst', { value, threshold });
  return t(inPercent ? 'share' : 'points', { value, threshold, usual: text(alarm.usual) });
}

function CloseDialog({ alarm: { id, title }, onClose }: { alarm: WallAlarm; onClose: () => void }) {
  const t = useT('wallAlarms');
  return (
    <ReasonDialog
      title={t('closeTitle', { title })}
      description={t('closeText')}
      reasonLabel={t('note')}
      reasonHint={t('noteHint')}
      reasonMaxLength={OPERATOR_TEXT_MAX_LENGTH}
      confirmLabel={t('close')}
      doneText={t('done')}
      failedText={t('failed')}
      work={(note) => call('PUT /api/admin/wall-alarms/{id}/note', { params: { id }, body: { note } })}
      stale={[alarmsQuery.queryKey, ['GET /api/admin/queues'], WALLS_KEY]}
      onClose={onClose}
    />
  );
}
