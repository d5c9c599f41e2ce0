import { Counter, Gauge, Histogram } from '@prometheus-io/client';
import { isRecipientRefused, type Mailer, type Push } from '#domain/notices/index.ts';
import type { ReportedCall } from '#domain/redemption/index.ts';
import { recordSpan, traced } from '#server/tracing/index.ts';

/** Metrics of the calls to other systems. */

const payoutSeconds = new Histogram({
  name: 'payout_call_seconds',
  help: 'Time of a call to a payout provider, by what it returned',
  labelNames: ['provider', 'call', 'outcome'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/** Counts a call to a payout provider that has ended. */
export function observePayout(
  { provider, call }: Pick<ReportedCall, 'provider' | 'call'>,
  outcome: string,
  ms: number,
): void {
  payoutSeconds.observe({ provider, call, outcome }, ms / 1000);
  recordSpan({ name: `payout ${call}`, kind: 'CLIENT', attributes: { provider, outcome } }, ms);
}

const compared = new Gauge({
  name: 'payouts_compared_timestamp_seconds',
  help: 'When the worker last compared all rewards of a payout provider with its list, in seconds since 1970; 0 before',
  labelNames: ['provider'],
});

/** Tells that the rewards of a provider are to be compared with its list. */
export const awaitComparison = (provider: string): void => compared.set({ provider }, 0);

/** Tells that the rewards of a provider were compared with its whole list. */
export const observeComparison = (provider: string): void => compared.set({ provider }, Date.now() / 1000);

const mails = new Counter({
  name: 'mails_total',
  help: 'Mails by what the mail server said: sent, refused (the address takes none) or failed',
  labelNames: ['result'],
});
const pushes = new Counter({
  name: 'push_messages_total',
  help: 'Push messages by what the service of the browser said: sent, gone, refused or failed',
  labelNames: ['result'],
});

/** The mailer, whose mails are counted. */
export const countedMailer = (mailer: Mailer): Mailer => ({
  send: (mail) =>
    traced({ name: 'mail', kind: 'CLIENT' }, async () => {
      await counted(
        mails,
        mailer.send(mail).then(() => 'sent'),
      );
    }),
});

/** The push service, whose messages are counted. */
export const countedPush = (push: Push): Push => ({
  publicKey: push.publicKey,
  send: (...message) =>
    traced({ name: 'push', kind: 'CLIENT' }, () => counted(pushes, push.send(...message))),
});

async function counted<Result extends string>(
  counter: Counter<'result'>,
  sending: Promise<Result>,
): Promise<Result> {
  try {
    const result = await sending;
    counter.inc({ result });
    return result;
  } catch (error) {
    counter.inc({ result: isRecipientRefused(error) ? 'refused' : 'failed' });
    throw error;
  }
}
