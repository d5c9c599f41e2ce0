import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CallOutput } from '#contract/index.ts';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { OfferCalls, OfferSteps } from '#web/admin/parts/offer-proof.tsx';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { evidenceQuery } from './claims-query.ts';

/** The evidence on a claim: the member's clicks, the calls of walls and advertisers, and other claims about the wall. */
export function ClaimEvidence({ claimId }: { claimId: string }) {
  const t = useT('claimQueue');
  const evidence = useQuery(evidenceQuery(claimId));
  const loading = (
    <Loading label={t('loading')}>
      <Skeleton className="h-24" />
    </Loading>
  );
  return (
    <QueryView query={evidence} loading={loading} outdated="failure">
      {(found) => <Evidence evidence={found} />}
    </QueryView>
  );
}

type Found = CallOutput<'GET /api/admin/claims/{id}/evidence'>;

function Evidence({ evidence: { clicks, offer, reported, messages, claims } }: { evidence: Found }) {
  const t = useT('claimQueue');
  const parts = useT('adminParts');
  const { date } = useFormats();
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {(offer ?? reported) && <StartedOffer offer={offer} reported={reported} />}
      <Facts title={t('clicks')} none={t('noClicks')}>
        {clicks.map((click) => (
          <li key={click.clickId} className="py-2">
            <bdi className="font-semibold">{click.mission}</bdi>
            <p className="wrap-anywhere text-muted">
              {t('started', { date: date(click.startedAt, 'moment') })}
              {click.completedAt && ` · ${t('completed', { date: date(click.completedAt, 'moment') })}`}
              <Further text={click.clickId} />
            </p>
          </li>
        ))}
      </Facts>
      <Facts title={t('messages')} none={t('noMessages')}>
        {messages.map((message) => (
          <li key={`${message.source} ${message.at} ${message.transactionId}`} className="py-2">
            <bdi className="font-semibold">
              {message.source}: {message.verdict}
            </bdi>
            <p className="wrap-anywhere text-muted">
              {date(message.at, 'moment')}
              {message.points !== null && ` · ${parts('points', { count: message.points })}`}
              <Further text={message.transactionId} />
              <Further text={message.reason} />
            </p>
          </li>
        ))}
      </Facts>
      {claims.length > 0 && (
        <Facts title={t('otherReports')}>
          {claims.map((claim) => (
            <li key={claim.id} className="py-2">
              <bdi className="wrap-anywhere font-semibold">{claim.title}</bdi>
              <p className="text-muted">
                {claim.same && `${t('sameOffer')} · `}
                {t('happened', { date: date(claim.happenedAt, 'moment') })}
                {claim.state !== 'open' && ` · ${t(claim.state)}`}
                {claim.points !== null && ` · ${parts('points', { count: claim.points })}`}
              </p>
            </li>
          ))}
        </Facts>
      )}
    </div>
  );
}

/** A text of others, in a direction of its own, after what a line begins with. */
const Further = ({ text }: { text: string | null }) =>
  text !== null && (
    <>
      {' · '}
      <bdi>{text}</bdi>
    </>
  );

/** The steps of the offer that the claim is about, now and as they were, and beside them the calls as they came, if still known. */
function StartedOffer({ offer, reported }: Pick<Found, 'offer' | 'reported'>) {
  const t = useT('claimQueue');
  const proof = useT('offerProof');
  const { date } = useFormats();
  const startedAt = offer?.startedAt ?? reported?.startedAt;
  return (
    <>
      <div className="text-sm">
        <h3 className="font-bold">{proof('steps')}</h3>
        {startedAt && <p className="text-muted">{t('started', { date: date(startedAt, 'moment') })}</p>}
        <OfferSteps steps={offer?.goals ?? []} reported={reported?.goals} />
      </div>
      {offer && (
        <div className="text-sm">
          <h3 className="font-bold">{proof('calls')}</h3>
          <OfferCalls calls={offer.calls} />
        </div>
      )}
    </>
  );
}

function Facts({ title, none, children }: { title: string; none?: string; children: ReactNode[] }) {
  return (
    <div className="text-sm">
      <h3 className="font-bold">{title}</h3>
      {children.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <ul className="divide-y divide-line">{children}</ul>
      )}
    </div>
  );
}
