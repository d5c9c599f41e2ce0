const GMAIL = ['gmail.com', 'googlemail.com'];

/**
 * The one spelling of the mailbox that an address leads to, as the database's `payout_mailbox` has it: in lower case, without a
 * `+tag`, and at Gmail without dots.
 */
export function mailboxSpelling(email: string): string {
  const [name = '', host = ''] = email.toLowerCase().split('@');
  const [untagged = ''] = name.split('+');
  return GMAIL.includes(host) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${host}`;
}
