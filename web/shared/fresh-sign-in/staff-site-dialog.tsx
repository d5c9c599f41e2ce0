import { Button } from '#ui/button.tsx';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useT } from '#web/shared/language/language.tsx';
import { ActionDialog } from '#web/shared/parts/action-dialog.tsx';
import { providerName } from '#web/shared/parts/provider-name.ts';

interface StaffSiteDialogProps {
  /** The other site from which the member's role comes. */
  id: string;
  onProven: () => void;
  onLeave: () => void;
}

/** Asks staff to sign in at their own site, in a new tab, so that this one keeps what is half done. */
export function StaffSiteDialog({ id, onProven, onLeave }: StaffSiteDialogProps) {
  const t = useT('reauthenticate');
  const identities = useT('identities');
  const provider = providerName(id);
  const go = useCallMutation(
    async (tab: Window | null) => {
      const { url } = await call('POST /api/login/identity/{id}/start', { params: { id } });
      (tab ?? window).location.assign(url);
    },
    { onRefused: (_, tab) => tab?.close(), failed: identities('failed') },
  );
  return (
    <ActionDialog
      title={t('title')}
      description={t('staffSite', { provider })}
      cancelLabel={t('cancel')}
      action={<Button onClick={onProven}>{t('staffSiteDone')}</Button>}
      onClose={onLeave}
    >
      <Button
        variant="secondary"
        className="w-full"
        data-autofocus
        loading={go.isPending}
        onClick={() => go.mutate(openTab())}
      >
        {t('staffSiteGo', { provider })}
      </Button>
    </ActionDialog>
  );
}

/** A tab must be opened at the click itself, or browsers hold it back. The other site gets no hold of this one. */
function openTab(): Window | null {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  return tab;
}
