import { useState } from 'react';
import type { CallOutput } from '#contract/index.ts';
import type { CallVerdict } from '#contract/postbacks.values.ts';
import { OPERATOR_TEXT_MAX_LENGTH } from '#contract/staff.values.ts';
import type { WallHealth } from '#contract/walls.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ConfirmDialog } from '#web/admin/parts/confirm-dialog.tsx';
import { ReasonDialog } from '#web/admin/parts/reason-dialog.tsx';
import { call } from '#web/shared/api/call.ts';
import { keys } from '#web/shared/api/queries.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useT } from '#web/shared/language/language.tsx';
import { WALLS_KEY } from './walls-query.ts';

/** Sends a test call; pauses a wall and resumes it. */
export function WallActions({ wall }: { wall: WallHealth }) {
  const t = useT('wallHealth');
  const [asking, setAsking] = useState<'pause' | 'resume'>();
  const params = { wall: wall.id };
  const { title } = wall;
  return (
    <>
      <TestCall wall={wall} />
      {wall.shown !== 'none' && (
        <Button variant="secondary" onClick={() => setAsking(wall.pause ? 'resume' : 'pause')}>
          {t(wall.pause ? 'resume' : 'pause')}
        </Button>
      )}
      {asking === 'pause' && (
        <ReasonDialog
          title={t('pauseTitle', { title })}
          description={t('pauseText')}
          reasonLabel={t('pauseReason')}
          reasonHint={t('pauseHint')}
          reasonMaxLength={OPERATOR_TEXT_MAX_LENGTH}
          confirmLabel={t('pause')}
          variant="danger"
          doneText={t('pauseDone')}
          failedText={t('pauseFailed')}
          work={(reason) => call('PUT /api/admin/walls/{wall}/pause', { params, body: { reason } })}
          stale={[WALLS_KEY, keys.walls]}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'resume' && (
        <ConfirmDialog
          title={t('resumeTitle', { title })}
          description={t('resumeText')}
          confirmLabel={t('resume')}
          doneText={t('resumeDone')}
          failedText={t('resumeFailed')}
          work={() => call('DELETE /api/admin/walls/{wall}/pause', { params })}
          stale={[WALLS_KEY, keys.walls]}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

function TestCall({ wall: { id, title } }: { wall: WallHealth }) {
  const t = useT('wallHealth');
  const common = useT('common');
  const test = useCallMutation(() => call('POST /api/admin/walls/{wall}/test', { params: { wall: id } }), {
    failed: t('testFailed'),
    staleAnyway: [WALLS_KEY],
  });
  return (
    <>
      <Button variant="secondary" loading={test.isPending} onClick={() => test.mutate()}>
        {t('test')}
      </Button>
      {test.data && (
        <Dialog
          open
          onOpenChange={() => test.reset()}
          title={t('testTitle')}
          closeLabel={common('close')}
          footer={<Button onClick={() => test.reset()}>{t('close')}</Button>}
        >
          <Answer title={title} answer={test.data} />
        </Dialog>
      )}
    </>
  );
}

function Answer({
  title,
  answer,
}: {
  title: string;
  answer: CallOutput<'POST /api/admin/walls/{wall}/test'>;
}) {
  const t = useT('wallHealth');
  const { status, body, verdict, reason } = answer;
  const notes = { test: t('verdicts.test'), unknown: t('verdicts.unknown_user') };
  return (
    <div className="grid gap-2">
      <p className="wrap-anywhere">{t('testSent', { title, status: String(status), body })}</p>
      <p className="font-semibold">
        {verdict === null
          ? t('testUnlogged')
          : t('testVerdict', { verdict: t(`verdicts.${verdict as CallVerdict}`) })}
      </p>
      {reason && <p className="wrap-anywhere">{t('testReason', { reason })}</p>}
      <p className="text-muted text-sm">{t('testNote', notes)}</p>
    </div>
  );
}
