import type { Jobs } from '#database/queue.ts';
import type { Transact } from '#database/transaction.ts';
import { passwordChangedMail } from './account-mails.ts';
import type { MailSite } from './layout.ts';
import type { Mail, Mailer } from './mailer.ts';

export interface NoticePorts {
  mailer: Mailer;
  site: MailSite;
}

type NoticeName = Jobs['send_notice']['notice'];
const NOTICES: Record<NoticeName, (site: MailSite, to: string) => Mail> = {
  password_changed: passwordChangedMail,
};

/** Mails a notice to a member; does nothing if there is no such member any more. Throws when the mail was not taken. */
export async function sendNotice(
  transact: Transact,
  { mailer, site }: NoticePorts,
  { userId, notice }: Jobs['send_notice'],
): Promise<void> {
  const member = await transact((tx) =>
    tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst(),
  );
  if (member) await mailer.send(NOTICES[notice](site, member.email));
}
