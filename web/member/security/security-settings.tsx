import { Suspense } from 'react';
import type { Member } from '#contract/member.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Switch } from '#ui/switch.tsx';
import { useSettings } from '#web/member/settings/use-settings.ts';
import { useT } from '#web/shared/language/language.tsx';
import { ActionDialog } from '#web/shared/parts/action-dialog.tsx';
import { latePart } from '#web/shared/parts/late-part.tsx';
import { loadTwoFactorDialog, useTwoFactor } from './use-two-factor.ts';

const TwoFactorDialog = latePart(loadTwoFactorDialog, (module) => module.TwoFactorDialog);
const BackupCodesDialog = latePart(loadTwoFactorDialog, (module) => module.BackupCodesDialog);

/** The second factor, and whether the profile is private. */
export function SecuritySettings({ member }: { member: Member }) {
  const t = useT('settings');
  const setting = useSettings(member.settings);
  return (
    <Card aria-labelledby="security">
      <h2 id="security" className="scroll-mt-6 font-bold text-lg">
        {t('privacy')}
      </h2>
      <div className="mt-1 -mb-3.5 divide-y divide-line">
        <TwoFactor member={member} />
        <Switch label={t('privateProfile')} text={t('privateProfileText')} {...setting('privateProfile')} />
      </div>
    </Card>
  );
}

function TwoFactor({ member }: { member: Member }) {
  const t = useT('twoFactor');
  const settings = useT('settings');
  const twoFactor = useTwoFactor();
  const { step } = twoFactor;
  const on = member.settings.twoFactorAuth;
  return (
    <Switch
      label={settings('twoFactorAuth')}
      text={settings('twoFactorAuthText')}
      checked={on}
      disabled={on && member.isAdmin}
      busy={twoFactor.busy}
      onChange={(value) => {
        if (twoFactor.busy) return;
        if (value) twoFactor.start();
        else twoFactor.askToDisable();
      }}
    >
      {member.isAdmin && (
        <p className="mt-2 rounded-2xl bg-accent-soft p-3.5 text-on-accent-soft text-sm">
          {on ? t('adminOn') : t('adminNeeded')}
        </p>
      )}
      {on && (
        <div className="mt-3 grid justify-items-start gap-1">
          <Button
            size="small"
            variant="secondary"
            loading={twoFactor.renew.isPending}
            onClick={() => twoFactor.renew.mutate()}
          >
            {t('renew')}
          </Button>
          <p className="text-muted text-sm">{t('renewText')}</p>
        </div>
      )}
      <Suspense>
        {step.name === 'settingUp' && (
          <TwoFactorDialog
            twoFactorKey={step.key}
            onEnabled={() => void twoFactor.enabled()}
            onClose={twoFactor.close}
          />
        )}
        {step.name === 'showingCodes' && <BackupCodesDialog codes={step.codes} onClose={twoFactor.close} />}
      </Suspense>
      <ActionDialog
        open={step.name === 'disabling'}
        title={t('disableTitle')}
        description={t('disableText')}
        action={
          <Button variant="danger" onClick={twoFactor.disable}>
            {t('disable')}
          </Button>
        }
        cancelLabel={t('keep')}
        onClose={twoFactor.close}
      />
    </Switch>
  );
}
