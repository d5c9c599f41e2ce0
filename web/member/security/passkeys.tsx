import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide';
import { Suspense, useState } from 'react';
import type { Member } from '#contract/member.ts';
import type { Passkey } from '#contract/passkeys.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { HeadedCard } from '#ui/headed-card.tsx';
import { Icon } from '#ui/icon.tsx';
import { Loading } from '#ui/skeleton.tsx';
import { useFocusAfterRow } from '#ui/use-focus-after-row.ts';
import { callQuery } from '#web/shared/api/call-query.ts';
import { canUsePasskeys } from '#web/shared/browser/passkeys.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { useRelative } from '#web/shared/language/relative.ts';
import { ActionDialog } from '#web/shared/parts/action-dialog.tsx';
import { latePart } from '#web/shared/parts/late-part.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { loadBackupCodesDialog, usePasskeys } from './use-passkeys.ts';

const BackupCodesDialog = latePart(loadBackupCodesDialog, (module) => module.BackupCodesDialog);
const PasskeyNameDialog = latePart(
  () => import('./passkey-name-dialog.tsx'),
  (module) => module.PasskeyNameDialog,
);

/** The member's passkeys: added, renamed and removed, and asked for at every sign-in. */
export function Passkeys({ member }: { member: Member }) {
  const t = useT('passkeys');
  // Who has none keeps the place of a list empty.
  const passkeys = useQuery({ ...callQuery('GET /api/user/passkeys'), enabled: member.hasPasskey });
  useFocusAfterRow((member.hasPasskey && passkeys.data?.map(({ id }) => id)) || [], '#passkeys');
  const { add, factor, ...changes } = usePasskeys();
  const [codes, setCodes] = useState<string[]>();
  const loading = <Loading label={t('loading')} shapes={['h-28']} className="mt-3 grid gap-3" />;
  return (
    <HeadedCard id="passkeys" title={t('heading')} heading="text-lg">
      <p className="mt-1 text-muted text-sm">{t('text')}</p>
      {member.hasPasskey && (
        <QueryView query={passkeys} loading={loading}>
          {(list) => (
            <ul className="mt-1 divide-y divide-line empty:hidden">
              {list.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} {...changes} />
              ))}
            </ul>
          )}
        </QueryView>
      )}
      {canUsePasskeys() ? (
        <Button
          variant="secondary"
          className="mt-3 w-full"
          loading={add.isPending}
          onClick={() => add.mutate()}
        >
          {t('add')}
        </Button>
      ) : (
        <p className="mt-3 text-muted text-sm">{t('unsupported')}</p>
      )}
      {member.hasPasskey && !member.settings.twoFactorAuth && (
        <div className="mt-3 grid gap-1">
          <Button
            variant="quiet"
            loading={factor.isPending}
            onClick={() =>
              factor.mutate(undefined, { onSuccess: ({ backupCodes }) => setCodes(backupCodes) })
            }
          >
            {t('factor')}
          </Button>
          <p className="text-muted text-sm">{t('factorText')}</p>
        </div>
      )}
      {codes && (
        <Suspense>
          <BackupCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
        </Suspense>
      )}
    </HeadedCard>
  );
}

type Changes = Pick<ReturnType<typeof usePasskeys>, 'rename' | 'remove'>;

function PasskeyRow({ passkey, rename, remove }: { passkey: Passkey } & Changes) {
  const t = useT('passkeys');
  const { date } = useFormats();
  const relative = useRelative();
  const [asking, setAsking] = useState<'name' | 'removal'>();
  const { id, name, synced, createdAt, lastUsedAt } = passkey;
  const close = () => setAsking(undefined);
  return (
    <li data-row={id} className="flex items-start gap-3 py-3.5">
      <span className="grid size-10 shrink-0 place-items-center rounded-2xl bg-brand-soft text-on-brand-soft">
        <Icon of={KeyRound} className="size-5" />
      </span>
      <div className="min-w-0 grow">
        <p className="wrap-anywhere flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <bdi>{name}</bdi>
          {synced && <Badge tone="brand">{t('synced')}</Badge>}
        </p>
        <p className="mt-0.5 text-muted text-sm">
          {lastUsedAt ? t('used', { when: relative(lastUsedAt) }) : t('unused')}
          {' · '}
          <time dateTime={createdAt}>{t('added', { date: date(createdAt, 'medium') })}</time>
        </p>
        <div className="mt-1 -ms-3 flex flex-wrap">
          <Button
            size="small"
            variant="quiet"
            aria-label={t('renameName', { name })}
            onClick={() => setAsking('name')}
          >
            {t('rename')}
          </Button>
          <Button
            size="small"
            variant="quiet"
            aria-label={t('removeName', { name })}
            loading={remove.isPending && remove.variables === id}
            onClick={() => setAsking('removal')}
          >
            {t('remove')}
          </Button>
        </div>
      </div>
      {asking === 'name' && (
        <Suspense>
          <PasskeyNameDialog
            name={name}
            pending={rename.isPending}
            onName={(typed) => rename.mutate({ id, name: typed }, { onSuccess: close })}
            onClose={close}
          />
        </Suspense>
      )}
      <ActionDialog
        open={asking === 'removal'}
        title={t('removeTitle')}
        description={t('removeText', { name })}
        action={
          <Button
            variant="danger"
            onClick={() => {
              close();
              remove.mutate(id);
            }}
          >
            {t('remove')}
          </Button>
        }
        cancelLabel={t('keep')}
        onClose={close}
      />
    </li>
  );
}
