import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Identity } from '#contract/identities.ts';
import type { Member } from '#contract/member.ts';
import { Button } from '#ui/button.tsx';
import { HeadedCard } from '#ui/headed-card.tsx';
import { Loading } from '#ui/skeleton.tsx';
import { useFocusAfterRow } from '#ui/use-focus-after-row.ts';
import { call } from '#web/shared/api/call.ts';
import { callQuery } from '#web/shared/api/call-query.ts';
import { site } from '#web/shared/api/site.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useRelative } from '#web/shared/language/relative.ts';
import { ActionDialog } from '#web/shared/parts/action-dialog.tsx';
import { MailPasswordLink } from '#web/shared/parts/mail-password-link.tsx';
import { providerName } from '#web/shared/parts/provider-name.ts';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { ProviderButton } from './provider-button.tsx';

/** The accounts elsewhere by which the member signs in, of the sites that the operator has set up. */
export function Identities({ member }: { member: Member }) {
  const t = useT('identities');
  const providers = site().identityProviders;
  const identities = useQuery(callQuery('GET /api/user/identities'));
  useFocusAfterRow(identities.data?.map(({ id }) => id) ?? [], '#identities');
  const loading = <Loading label={t('heading')} shapes={['h-14']} className="mt-3 grid gap-3" />;
  return (
    <HeadedCard id="identities" title={t('heading')} heading="text-lg">
      <p className="mt-1 text-muted text-sm">{t('text')}</p>
      <QueryView query={identities} loading={loading}>
        {(list) => (
          <>
            <ul className="mt-1 divide-y divide-line empty:hidden">
              {list.map((identity) => (
                <Row key={identity.id} identity={identity} />
              ))}
            </ul>
            <div className="mt-3 grid gap-2 empty:hidden">
              {providers
                .filter(({ id }) => !list.some(({ provider }) => provider === id))
                .map(({ id, name }) => (
                  <ProviderButton key={id} provider={id} failed={t('failed')}>
                    {t('add', { provider: name })}
                  </ProviderButton>
                ))}
            </div>
          </>
        )}
      </QueryView>
      {!member.hasPassword && (
        <div className="mt-3 grid gap-1">
          <p className="text-muted text-sm">{t('noPassword')}</p>
          <MailPasswordLink email={member.email} />
        </div>
      )}
    </HeadedCard>
  );
}

function Row({ identity: { id, provider, email, lastUsedAt } }: { identity: Identity }) {
  const t = useT('identities');
  const passkeys = useT('passkeys');
  const relative = useRelative();
  const [asking, setAsking] = useState(false);
  const name = providerName(provider);
  const unlink = useCallMutation(() => call('DELETE /api/user/identities/{id}', { params: { id } }), {
    fresh: true,
    done: { title: t('removed', { provider: name }), description: t('removedText') },
    staleAnyway: [callQuery('GET /api/user/identities').queryKey],
    failed: t('failed'),
  });
  return (
    <li data-row={id} className="flex items-center gap-3 py-3.5">
      <div className="min-w-0 grow">
        <p className="wrap-anywhere font-semibold">
          <bdi>{name}</bdi>
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          {email && <bdi>{email}</bdi>}
          {email && ' · '}
          {lastUsedAt ? passkeys('used', { when: relative(lastUsedAt) }) : passkeys('unused')}
        </p>
      </div>
      <Button
        size="small"
        variant="quiet"
        aria-label={t('removeName', { provider: name })}
        loading={unlink.isPending}
        onClick={() => setAsking(true)}
      >
        {t('remove')}
      </Button>
      <ActionDialog
        open={asking}
        title={t('removeTitle', { provider: name })}
        description={t('removeText')}
        action={
          <Button
            variant="danger"
            onClick={() => {
              setAsking(false);
              unlink.mutate();
            }}
          >
            {t('remove')}
          </Button>
        }
        cancelLabel={passkeys('keep')}
        onClose={() => setAsking(false)}
      />
    </li>
  );
}
