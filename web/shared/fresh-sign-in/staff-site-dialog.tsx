import { Button } from '#ui/button.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { ActionDialog } from '#web/shared/parts/action-dialog.tsx';
import { providerName } from '#web/shared/parts/provider-name.ts';
import { useProviderVisit } from '#web/shared/parts/provider-visit.ts';

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
  const { visit, isPending } = useProviderVisit(id, { failed: identities('failed'), inNewTab: true });
  return (
    <ActionDialog
      title={t('title')}
      description={t('staffSite', { provider })}
      cancelLabel={t('cancel')}
      action={<Button onClick={onProven}>{t('staffSiteDone')}</Button>}
      onClose={onLeave}
    >
      <Button variant="secondary" className="w-full" data-autofocus loading={isPending} onClick={visit}>
        {t('staffSiteGo', { provider })}
      </Button>
    </ActionDialog>
  );
}
