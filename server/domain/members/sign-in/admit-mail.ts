import type { Transact } from '#database/transaction.ts';
import type { AccountPorts, Client } from '#domain/members/ports.ts';
import { isOver } from '#domain/trust/index.ts';
import { requireCaptcha } from './admit-guess.ts';

/** A mail requested by a caller without a session. */
export interface MailRequest {
  email: string;
  captcha?: string | undefined;
}

/**
 * Counts a mail that anyone may request, by the network address and by `mailbox`. A mailbox gets a few mails per
 * hour, and beyond these a few more per day for a captcha each, so that it costs something to use up the mails of
 * someone else. Throws Refusal too_many_requests, a captcha code.
 */
export async function admitMail(
  transact: Transact,
  ports: AccountPorts,
  kind: 'sign_up' | 'reset',
  { mailbox, captcha }: { mailbox: string; captcha: string | undefined },
  client: Client,
): Promise<void> {
  await ports.limits.take(['mail_ip', client.ip]);
  if (!(await isOver(ports.limits, [`${kind}_mail_email`, mailbox]))) return;
  await requireCaptcha(transact, ports, captcha, client);
  await ports.limits.take([`${kind}_mail_captcha`, mailbox]);
}
