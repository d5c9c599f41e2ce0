import type { WebhookDelivery } from '#contract/webhooks.ts';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import { useT } from '#web/shared/language/language.tsx';

type Attempt = WebhookDelivery['attempts'][number];

/** A delivery's event and the result of the last attempt; on demand the message and every attempt. */
export function DeliveryAttempts({ delivery: { eventId, body, attempts } }: { delivery: WebhookDelivery }) {
  const t = useT('webhooks');
  const log = useT('postbackLog');
  const [last] = attempts;
  return (
    <div className="grid gap-0.5">
      <span className="font-semibold text-sm">
        <code dir="ltr">{body.type}</code>
      </span>
      <span className="text-muted text-sm">{last ? <Outcome attempt={last} /> : t('untried')}</span>
      <details className="text-sm">
        <summary className="cursor-pointer text-muted">{t('details', { count: attempts.length })}</summary>
        <div className="mt-1 grid max-w-xl gap-3">
          <pre dir="ltr" className="wrap-anywhere whitespace-pre-wrap rounded-xl bg-sunken p-3 text-xs">
            {`webhook-id: ${eventId}\n\n${JSON.stringify(body, null, 2)}`}
          </pre>
          <ol className="grid gap-2">
            {attempts.map((attempt) => (
              <li key={attempt.at} className="grid gap-1">
                <span>
                  <TimeCell at={attempt.at} /> · <Outcome attempt={attempt} /> ·{' '}
                  {log('ms', { ms: attempt.latencyMs })}
                </span>
                {attempt.answer && (
                  <pre
                    dir="auto"
                    className="wrap-anywhere whitespace-pre-wrap rounded-xl bg-sunken p-3 text-xs"
                  >
                    {attempt.answer}
                  </pre>
                )}
              </li>
            ))}
          </ol>
        </div>
      </details>
    </div>
  );
}

function Outcome({ attempt: { status, failure } }: { attempt: Attempt }) {
  const t = useT('webhooks');
  if (failure !== null) return t(`failures.${failure}`);
  return t('answered', { status: String(status) });
}
