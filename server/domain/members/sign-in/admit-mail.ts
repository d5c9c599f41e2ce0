import type { Transact } from '#database/transaction.ts';
import type { AccountPorts, Client } from '#domain/members/ports.ts';
import { isOver } from '#domain/trust/index.ts';
import { requireCaptcha } from './admit-guess.ts';

/** An address to which somebody without a session wants a mail sent. */
export interface MailRequest {
  email: string;
  captcha?: string | undefined;
}

/**
 * Counts a mail that anybody may ask for: by the network's address, and by the mailbox, which gets a few in an hour and
 * beyond these, on a day, a few more for a captcha each. So nobody can use the mails of another up for nothing. Throws
 * Refusal too_many_requests, a captcha code.
 */
export async function admitMail(
  transact: Transact,
  ports: AccountPorts,
  kind: 'sign_up' | 'reset',
  { email, captcha }: MailRequest,
  client: Client,
): Promise<void> {
  await ports.limits.take(['mail_ip', client.ip]);
  if (!(await isOver(ports.limits, [`${kind}_mail_email`, email]))) return;
  await requireCaptcha(transact, ports, captcha, client);
  await ports.limits.take([`${kind}_mail_captcha`, email]);
}
