import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { EXPORT_PATH } from '#contract/settings.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { saveFile } from '#ui/save-file.ts';
import { toast } from '#ui/toast-store.ts';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { call, download } from '#web/shared/api/call.ts';
import { tellTabs } from '#web/shared/browser/tabs.ts';
import { useFreshSignIn } from '#web/shared/fresh-sign-in/freshly.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { forgetBalance } from '#web/shared/offline/last-balance.ts';
import { leavePush } from '#web/shared/push/browser-push.ts';

/** A literal of the contract's type: its module would bring the whole of zod. */
const exportPath: typeof EXPORT_PATH = '/api/user/export';
/** The start page has no script and could not show the notification, so it is left to be read first. */
const FAREWELL_MS = 2_500;

/** Taking everything along, and leaving for good. */
export function Leaving() {
  const t = useT('leaving');
  const remove = useRemoval();
  const exported = useExport();
  return (
    <>
      <Card aria-labelledby="data">
        <h2 id="data" className="font-bold font-display text-lg">
          {t('heading')}
        </h2>
        <p className="mt-1 text-muted text-sm">{t('exportText')}</p>
        <Button
          variant="secondary"
          size="small"
          className="mt-3"
          loading={exported.isPending}
          onClick={() => exported.mutate()}
        >
          <Download aria-hidden="true" className="size-4" />
          {t('export')}
        </Button>
      </Card>
      <Card aria-labelledby="danger" className="border-2 border-danger">
        <h2 id="danger" className="font-bold font-display text-danger text-lg">
          {t('dangerHeading')}
        </h2>
        <p className="mt-1 text-sm">{t('dangerText')}</p>
        <Button
          variant="danger"
          size="small"
          className="mt-3"
          loading={remove.isPending || remove.isSuccess}
          onClick={() => {
            if (window.confirm(t('confirm'))) remove.mutate();
          }}
        >
          {t('delete')}
        </Button>
      </Card>
    </>
  );
}

/** Saved by hand, so that a refusal is told here and does not become a file. */
function useExport() {
  const t = useT('leaving');
  const errors = useErrorText();
  return useMutation({
    mutationFn: () => download(exportPath),
    onSuccess: ({ name, content }) => saveFile(name, content),
    onError: (error) =>
      toast({ title: t('exportFailed'), description: errors.message(error), tone: 'error' }),
  });
}

function useRemoval() {
  const t = useT('leaving');
  const errors = useErrorText();
  const freshly = useFreshSignIn();
  return useMutation({
    mutationFn: () => freshly(() => call('DELETE /api/user/account')),
    onSuccess: () => {
      toast({ title: t('deleted'), description: t('deletedText'), tone: 'success' });
      forgetBalance();
      tellTabs({ type: 'session', memberId: null });
      // The server has forgotten the subscription with the account; the browser is told too, if it can be.
      leavePush().catch(() => undefined);
      setTimeout(() => window.location.assign('/'), FAREWELL_MS);
    },
    onError: (error) => {
      if (error instanceof Abandoned) return;
      const description = errors.knownText(error) ? errors.message(error) : t('deleteFailedText');
      toast({ title: t('deleteFailed'), description, tone: 'error' });
    },
  });
}
