import { useEffect, useRef, useState } from 'react';
import { MONEY_TEXT_MAX_LENGTH } from '#contract/approvals.values.ts';
import type { Review } from '#contract/reviews.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { focusHeading } from '#ui/focus-heading.ts';
import { Amount } from '#ui/money.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { MoneyCell, TimeCell } from '#web/admin/parts/cells.tsx';
import { Owed } from '#web/admin/parts/owed.tsx';
import { ReasonDialog } from '#web/admin/parts/reason-dialog.tsx';
import { call } from '#web/shared/api/call.ts';
import { useT } from '#web/shared/language/language.tsx';
import { ReviewFacts } from './review-facts.tsx';
import { reviewsQuery } from './reviews-query.ts';
import { useReviewCalls } from './use-review-calls.ts';

type Asking = 'question' | 'refund';

/** One review: its reasons, the facts, the question to the member, and the decision. */
export function ReviewPanel({ review, onClose }: { review: Review; onClose: () => void }) {
  const t = useT('reviews');
  const parts = useT('adminParts');
  const heading = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState<Asking>();
  useEffect(() => heading.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that had the focus goes with the decision
  useEffect(() => focusHeading('#review'), [review.decision]);
  return (
    <Card aria-labelledby="review" className="grid gap-4 lg:sticky lg:top-6">
      <header className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2
            id="review"
            ref={heading}
            tabIndex={-1}
            className="wrap-anywhere font-bold text-lg outline-none"
          >
            <MoneyCell cents={review.amountUSD} /> · <bdi>{review.title}</bdi>
          </h2>
          <p className="wrap-anywhere text-sm">
            <AdminLink path="users/$id" id={review.userId} className="underline underline-offset-2">
              <bdi>{review.name}</bdi>
            </AdminLink>{' '}
            · <bdi className="text-muted">{review.email}</bdi>
          </p>
        </div>
        <Button variant="quiet" size="small" onClick={onClose}>
          {t('close')}
        </Button>
      </header>
      <p className="text-muted text-sm">
        <Amount>{parts('points', { count: review.pointsUsed })}</Amount> ·{' '}
        {t.rich('requested', { time: () => <TimeCell at={review.createdAt} /> })}
      </p>
      <ReviewFacts review={review} />
      {review.decision === null && <Owed points={review.owedPoints} />}
      <Exchange review={review} />
      {review.decision === null ? (
        <Actions review={review} onAsk={setAsking} />
      ) : (
        <div className="grid gap-2 text-sm">
          <Outcome review={review} />
          {review.note && (
            <p className="wrap-anywhere whitespace-pre-wrap">
              <bdi>{review.note}</bdi>
            </p>
          )}
        </div>
      )}
      {asking && <AskDialog review={review} asking={asking} onClose={() => setAsking(undefined)} />}
    </Card>
  );
}

function Exchange({ review }: { review: Review }) {
  const t = useT('reviews');
  if (review.question === null) return null;
  const { question, answer, askedAt, answeredAt } = review;
  return (
    <dl className="grid gap-3 rounded-2xl bg-sunken p-4 text-sm">
      <div>
        <dt className="font-semibold">{t.rich('question', { time: () => <TimeCell at={askedAt} /> })}</dt>
        <dd className="wrap-anywhere mt-1 whitespace-pre-wrap">
          <bdi>{question}</bdi>
        </dd>
      </div>
      <div>
        <dt className="font-semibold">
          {answer === null ? t('noAnswer') : t.rich('answer', { time: () => <TimeCell at={answeredAt} /> })}
        </dt>
        {answer !== null && (
          <dd className="wrap-anywhere mt-1 whitespace-pre-wrap">
            <bdi>{answer}</bdi>
          </dd>
        )}
      </div>
    </dl>
  );
}

/** The decision, by whom and when. Before its time, the site decides only after a restore, as the reward was made. */
function Outcome({ review: { decidedBy, decidedAt, decision, dueAt } }: { review: Review }) {
  const t = useT('reviews');
  if (decision === null || decidedAt === null) return null;
  const bySite = new Date(decidedAt) < new Date(dueAt) ? 'byReward' : 'bySite';
  return (
    <p className="font-semibold">
      {t(`decisions.${decision}`)} ·{' '}
      {decidedBy === null ? t(bySite) : t.rich('byName', { name: () => <bdi>{decidedBy}</bdi> })} ·{' '}
      <TimeCell at={decidedAt} />
    </p>
  );
}

function Actions({ review, onAsk }: { review: Review; onAsk: (asking: Asking) => void }) {
  const t = useT('reviews');
  const work = useReviewCalls(review);
  const assignedToOther = review.owner !== null && !review.mine;
  return (
    <div className="grid gap-3 border-line border-t pt-4">
      {assignedToOther && (
        <p className="text-sm">{t.rich('takenBy', { name: () => <bdi>{review.owner}</bdi> })}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button loading={work.pay.isPending} onClick={() => work.pay.mutate()}>
          {t('pay')}
        </Button>
        <Button variant="danger" disabled={work.pay.isPending} onClick={() => onAsk('refund')}>
          {t('refund')}
        </Button>
        {review.question === null && (
          <Button variant="secondary" disabled={work.pay.isPending} onClick={() => onAsk('question')}>
            {t('ask')}
          </Button>
        )}
        {!assignedToOther && (
          <Button
            variant="quiet"
            loading={work.assign.isPending}
            onClick={() => work.assign.mutate(!review.mine)}
          >
            {t(review.mine ? 'release' : 'take')}
          </Button>
        )}
      </div>
    </div>
  );
}

interface AskDialogProps {
  review: Review;
  asking: Asking;
  onClose: () => void;
}

/** Asks the member, or for the reason of a refund. Stands beside the actions, which go once another admin has decided. */
function AskDialog({ review, asking, onClose }: AskDialogProps) {
  const t = useT('reviews');
  const params = { id: review.id };
  const shared = {
    reasonHint: t('memberReads'),
    reasonMaxLength: MONEY_TEXT_MAX_LENGTH,
    failedText: t('failed'),
    gone: review.decision !== null,
    outcome: <Outcome review={review} />,
    stale: [reviewsQuery.queryKey],
    onClose,
  };
  return asking === 'refund' ? (
    <ReasonDialog
      {...shared}
      title={t('refundTitle')}
      description={t('refundText')}
      reasonLabel={t('refundReason')}
      confirmLabel={t('refund')}
      variant="danger"
      doneText={t('done.refund')}
      work={(text) =>
        call('POST /api/admin/reviews/{id}/decision', { params, body: { decision: 'refund', text } })
      }
    />
  ) : (
    <ReasonDialog
      {...shared}
      title={t('askTitle')}
      description={t('askText')}
      reasonLabel={t('askLabel')}
      confirmLabel={t('askConfirm')}
      doneText={t('done.ask')}
      work={(text) => call('POST /api/admin/reviews/{id}/question', { params, body: { text } })}
    />
  );
}
