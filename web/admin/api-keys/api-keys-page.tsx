import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide';
import { useRef, useState } from 'react';
import type { ApiKey } from '#contract/api-keys.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { MadeByCell, TimeCell } from '#web/admin/parts/cells.tsx';
import { ConfirmDialog } from '#web/admin/parts/confirm-dialog.tsx';
import type { DataColumn } from '#web/admin/parts/data-table.tsx';
import { ListTable } from '#web/admin/parts/list-table.tsx';
import { call } from '#web/shared/api/call.ts';
import { useT } from '#web/shared/language/language.tsx';
import { apiKeysQuery } from './api-keys-query.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { SCOPE_TEXTS } from './scope-texts.ts';

/** Lists the API keys of other systems; admins create and revoke them here. */
export function ApiKeysPage() {
  const t = useT('apiKeys');
  const [creating, setCreating] = useState(false);
  const createButton = useRef<HTMLButtonElement>(null);
  const [revoking, setRevoking] = useState<ApiKey>();
  const keys = useQuery(apiKeysQuery);
  const columns = useColumns(setRevoking);
  return (
    <AdminScreen
      title={t('title')}
      intro={t('intro')}
      actions={
        <>
          <a href="/api/docs" className={buttonClass('secondary')}>
            {t('guide')}
          </a>
          <Button ref={createButton} onClick={() => setCreating(true)}>
            <Icon of={KeyRound} className="size-5" />
            {t('create')}
          </Button>
        </>
      }
    >
      <ListTable label={t('title')} query={keys} columns={columns} empty={t('empty')} />
      {creating && <CreateKeyDialog returnFocus={createButton} onClose={() => setCreating(false)} />}
      {revoking && <RevokeDialog apiKey={revoking} onClose={() => setRevoking(undefined)} />}
    </AdminScreen>
  );
}

function RevokeDialog({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useT('apiKeys');
  return (
    <ConfirmDialog
      title={t('revokeTitle', { name })}
      description={t('revokeText')}
      confirmLabel={t('revoke')}
      variant="danger"
      doneText={t('revokeDone')}
      failedText={t('revokeFailed')}
      work={() => call('DELETE /api/admin/keys/{id}', { params: { id } })}
      stale={[apiKeysQuery.queryKey]}
      onClose={onClose}
    />
  );
}

const TONES = { live: 'brand', expired: 'neutral', revoked: 'neutral', stopped: 'danger' } as const;

function useColumns(revoke: (key: ApiKey) => void): DataColumn<ApiKey>[] {
  const t = useT('apiKeys');
  return [
    { id: 'key', header: t('key'), cell: (key) => <KeyName apiKey={key} /> },
    {
      id: 'state',
      header: t('state'),
      cell: ({ state }) => <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>,
    },
    {
      id: 'scopes',
      header: t('scopes'),
      cell: ({ scopes }) => (
        <ul className="grid min-w-48 gap-0.5 text-sm">
          {scopes.map((scope) => (
            <li key={scope}>{t(SCOPE_TEXTS[scope])}</li>
          ))}
        </ul>
      ),
    },
    {
      id: 'madeBy',
      header: t('madeBy'),
      cell: ({ createdBy, createdAt }) => <MadeByCell name={createdBy} at={createdAt} />,
    },
    { id: 'lastUsed', header: t('lastUsed'), cell: ({ lastUsedAt }) => <TimeCell at={lastUsedAt} /> },
    { id: 'expires', header: t('expires'), cell: ({ expiresAt }) => <TimeCell at={expiresAt} /> },
    {
      id: 'actions',
      header: t('actions'),
      end: true,
      cell: (key) => <Actions apiKey={key} onRevoke={() => revoke(key)} />,
    },
  ];
}

const KeyName = ({ apiKey: { name, beginning } }: { apiKey: ApiKey }) => (
  <div className="grid gap-0.5">
    <bdi className="wrap-anywhere font-semibold">{name}</bdi>
    <code dir="ltr" className="text-muted text-xs">
      {beginning}…
    </code>
  </div>
);

function Actions({ apiKey: { id, name, state }, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const t = useT('apiKeys');
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <AdminLink
        path="audit"
        search={{ actor: `key:${id}` }}
        aria-label={t('trailOf', { name })}
        className={buttonClass('quiet', 'small')}
      >
        {t('trail')}
      </AdminLink>
      {(state === 'live' || state === 'stopped') && (
        <Button variant="secondary" size="small" aria-label={t('revokeOf', { name })} onClick={onRevoke}>
          {t('revoke')}
        </Button>
      )}
    </div>
  );
}
