import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Redemption } from '#contract/redemptions.ts';
import { Spinner } from '#ui/spinner.tsx';
import { call } from '#web/shared/api/call.ts';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { loadIssuer, type StripeElement } from './load-issuer.ts';

const ROWS = [
  ['number', 'issuingCardNumberDisplay'],
  ['expires', 'issuingCardExpiryDisplay'],
  ['securityCode', 'issuingCardCvcDisplay'],
] as const;

/**
 * A card with numbers that only its issuer shows, each in a frame of the issuer's own origin
 * (https://docs.stripe.com/issuing/elements).
 */
export function IssuerFrame({ redemption }: { redemption: Redemption }) {
  const t = useT('redeem.reveal');
  const elements = useQuery({
    queryKey: ['issuer frame', redemption.id],
    queryFn: ({ signal }) => openElements(redemption.id, signal),
    gcTime: 0,
    staleTime: 0,
  });
  return (
    <QueryView query={elements} loading={<Spinner label={t('loading')} />} outdated="failure">
      {(opened) => (
        <div className="grid gap-4">
          <p>{t('frameText')}</p>
          <dl className="grid gap-3">
            {ROWS.map(([name], index) => (
              <div key={name}>
                <dt className="text-muted text-sm">{t(name)}</dt>
                <dd dir="ltr">
                  <Mounted element={opened[index]} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </QueryView>
  );
}

async function openElements(id: string, signal: AbortSignal): Promise<StripeElement[]> {
  const frame = await call('GET /api/redemptions/{id}/frame', { params: { id }, signal });
  const issuer = await loadIssuer(frame.publishableKey, frame.apiVersion);
  const nonce = await issuer.nonceFor(frame.cardId);
  const key = await call('POST /api/redemptions/{id}/frame/keys', {
    params: { id },
    body: { nonce },
    signal,
  });
  const access = { issuingCard: frame.cardId, nonce, ephemeralKeySecret: key.ephemeralKey };
  return ROWS.map(([, type]) => issuer.create(type, access));
}

function Mounted({ element }: { element: StripeElement | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!element || !place.current) return;
    element.mount(place.current);
    return () => element.unmount();
  }, [element]);
  return <div ref={place} className="min-h-6" />;
}
