import { useState } from 'react';
import type { StockOfReward } from '#contract/rewards.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import { type DataColumn, DataTable } from '#web/admin/parts/data-table.tsx';
import { ListEnd } from '#web/admin/parts/list-end.tsx';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { ActionDialog } from '#web/shared/parts/action-dialog.tsx';
import { stockKeys } from './use-change-rewards.ts';

type Upload = StockOfReward['uploads'][number];
/** What is to be voided: an upload or, for null, all of them. A colleague may upload more while it is confirmed. */
interface Chosen {
  uploadId: string | null;
  free: number;
  /** When the newest upload on the screen was made. */
  until: string | undefined;
}

interface StockUploadsProps {
  rewardId: string;
  stock: StockOfReward;
  editable: boolean;
}

/** The uploads, newest first, with buttons that void unused codes. */
export function StockUploads({ rewardId, stock, editable }: StockUploadsProps) {
  const t = useT('stock');
  const { number } = useFormats();
  const until = stock.uploads[0]?.uploadedAt;
  const [voiding, setVoiding] = useState<Chosen>();
  const count = (name: 'free' | 'given' | 'void' | 'expired'): DataColumn<Upload> => ({
    id: name,
    header: t(name),
    cell: (upload) => number(upload[name]),
    end: true,
  });
  const action: DataColumn<Upload> = {
    id: 'action',
    header: t('action'),
    cell: ({ id, free }) =>
      free > 0 && (
        <Button size="small" variant="quiet" onClick={() => setVoiding({ uploadId: id, free, until })}>
          {t('voidUpload')}
        </Button>
      ),
    end: true,
  };
  const columns: DataColumn<Upload>[] = [
    { id: 'uploadedAt', header: t('uploadedAt'), cell: ({ uploadedAt }) => <TimeCell at={uploadedAt} /> },
    { id: 'uploadedBy', header: t('uploadedBy'), cell: ({ uploadedBy }) => <bdi>{uploadedBy}</bdi> },
    count('free'),
    count('given'),
    count('void'),
    count('expired'),
    ...(editable ? [action] : []),
  ];
  return (
    <section aria-labelledby="stock-uploads" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="stock-uploads" className="font-bold text-xl">
          {t('uploads')}
        </h2>
        {editable && stock.counts.free > 0 && (
          <Button
            size="small"
            variant="quiet"
            className="text-danger!"
            onClick={() => setVoiding({ uploadId: null, free: stock.counts.free, until })}
          >
            {t('voidAll')}
          </Button>
        )}
      </div>
      <DataTable
        label={t('uploads')}
        columns={columns}
        rows={stock.uploads}
        rowId={({ id }) => id}
        empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
      />
      <ListEnd count={stock.uploads.length} />
      {voiding && <VoidDialog rewardId={rewardId} {...voiding} onClose={() => setVoiding(undefined)} />}
    </section>
  );
}

interface VoidDialogProps extends Chosen {
  rewardId: string;
  onClose: () => void;
}

/** Asks for confirmation before unused codes are voided. */
function VoidDialog({ rewardId, uploadId, free, until, onClose }: VoidDialogProps) {
  const t = useT('stock');
  const voidCodes = useCallMutation(
    () =>
      call('POST /api/admin/rewards/{id}/stock/void', {
        params: { id: rewardId },
        body: { uploadId, until },
      }),
    {
      fresh: true,
      done: ({ voided }) => ({ title: t('voided', { count: voided }) }),
      stale: stockKeys(rewardId),
      failed: t('voidFailed'),
      onEnd: (_, error) => error ?? onClose(),
    },
  );
  const confirm = (
    <Button variant="danger" loading={voidCodes.isPending} onClick={() => voidCodes.mutate()}>
      {t('voidConfirm')}
    </Button>
  );
  return (
    <ActionDialog
      title={t('voidTitle', { count: free })}
      description={t('voidText')}
      action={confirm}
      pending={voidCodes.isPending}
      onClose={onClose}
    />
  );
}
