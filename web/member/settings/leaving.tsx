import { Download } from 'lucide';
import type { EXPORT_PATH } from '#contract/settings.ts';
import { Button } from '#ui/button.tsx';
import { HeadedCard } from '#ui/headed-card.tsx';
import { Icon } from '#ui/icon.tsx';
import { saveFile } from '#ui/save-file.ts';
import { forgetPendingEmail } from '#web/member/profile/pending-email.ts';
import { call } from '#web/shared/api/call.ts';
import { download } from '#web/shared/api/download.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { tellTabs } from '#web/shared/browser/tabs.ts';
import { useT } from '#web/shared/language/language.tsx';
import { forgetBalance } from '#web/shared/offline/last-balance.ts';
import { dropPush } from '#web/shared/push/browser-push.ts';

/** A literal of the contract's type, because importing its module would load all of zod. */
const exportPath: typeof EXPORT_PATH = '/api/user/export';
/** The start page has no script to show the notification, so it stays readable this long here. */
const FAREWELL_MS = 2_500;

/** Exporting the member's data, and deleting the account, which is refused to who has a role. */
export function Leaving({ isAdmin }: { isAdmin: boolean }) {
  const t = useT('leaving');
  const remove = useRemoval();
  const exported = useExport();
  return (
    <>
      <HeadedCard id="data" title={t('heading')} heading="text-lg">
        <p className="mt-1 text-muted text-sm">{t('exportText')}</p>
        <Button
          variant="secondary"
          size="small"
          className="mt-3"
          loading={exported.isPending}
          onClick={() => exported.mutate()}
        >
          <Icon of={Download} className="size-4" />
          {t('export')}
        </Button>
      </HeadedCard>
      <HeadedCard
        id="danger"
        title={t('dangerHeading')}
        heading="text-danger text-lg"
        className="border-2 border-danger"
      >
        <p className="mt-1 text-sm">{t('dangerText')}</p>
        {isAdmin ? (
          <p className="mt-3 font-semibold text-sm">{t('staff')}</p>
        ) : (
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
        )}
      </HeadedCard>
    </>
  );
}

/** Downloads the export by script, so that a refusal is shown here instead of saved as a file. */
function useExport() {
  const t = useT('leaving');
  return useCallMutation(() => download(exportPath), {
    onDone: ({ name, content }) => saveFile(name, content),
    failed: t('exportFailed'),
  });
}

function useRemoval() {
  const t = useT('leaving');
  return useCallMutation(() => call('DELETE /api/user/account'), {
    fresh: true,
    done: { title: t('deleted'), description: t('deletedText') },
    onDone: () => {
      forgetBalance();
      forgetPendingEmail();
      tellTabs({ type: 'session', memberId: null });
      // The server has dropped the subscription with the account; the browser drops its own if it can.
      dropPush().catch(() => undefined);
      setTimeout(() => window.location.assign('/'), FAREWELL_MS);
    },
    failed: (error, words) => ({
      title: t('deleteFailed'),
      description: words.knownText(error) ? words.message(error) : t('deleteFailedText'),
    }),
  });
}
