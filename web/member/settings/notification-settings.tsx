import type { Member } from '#contract/member.ts';
import { Button } from '#ui/button.tsx';
import { HeadedCard } from '#ui/headed-card.tsx';
import { Switch } from '#ui/switch.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { type Push, usePush } from './use-push.ts';
import { type SettingName, useSettings } from './use-settings.ts';

/** What messages the member gets, and where. Every change is saved at once. */
export function NotificationSettings({ member }: { member: Member }) {
  const t = useT('settings');
  const setting = useSettings(member.settings);
  const push = usePush(member.id);
  const row = (name: Exclude<SettingName, 'privateProfile'>) => ({
    label: t(name),
    text: t(`${name}Text`),
    ...setting(name),
  });
  const pushRow = row('pushNotifications');
  return (
    <HeadedCard id="notifications" title={t('notifications')}>
      <div className="mt-1 -mb-3.5 divide-y divide-line">
        <Switch {...row('emailNotifications')} />
        <Switch
          {...pushRow}
          busy={pushRow.busy || push.busy}
          onChange={(value) => {
            // The browser asks for permission only right after the click.
            if (value) push.join();
            else push.leave();
            pushRow.onChange(value);
          }}
        >
          {pushRow.checked && <PushHere push={push} />}
        </Switch>
        <Switch {...row('dataAlerts')} />
        <Switch {...row('marketingEmails')} />
      </div>
    </HeadedCard>
  );
}

/** Whether push messages come to this browser, and what to do if not. */
function PushHere({ push }: { push: Push }) {
  const t = useT('settings.push');
  const canJoin = push.state === 'off' || push.state === 'dismissed' || push.state === 'failed';
  return (
    <div
      aria-live="polite"
      className="mt-3 grid justify-items-start gap-2 rounded-2xl bg-sunken p-3.5 text-sm"
    >
      <p>{t(push.state === 'on' ? 'here' : push.state === 'off' ? 'available' : push.state)}</p>
      {canJoin && (
        <Button size="small" variant="secondary" loading={push.busy} onClick={push.join}>
          {t('turnOn')}
        </Button>
      )}
    </div>
  );
}
