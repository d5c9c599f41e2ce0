import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';

/** How long an address that the account has left still hears that the account is deleted. */
const EARLIER_ADDRESS_DAYS = 30;

/** What the last mails to a member who leaves have to tell, as the notices are deleted with the account. */
export interface Untold {
  /** Addresses that the account had lately, each of which may be that of its owner. */
  earlierAddresses: string[];
  /** Whether a copy of the data was downloaded and the mail about it was not sent. */
  hasCopy: boolean;
}

export async function untoldOnLeaving(tx: Tx, userId: string): Promise<Untold> {
  const { rows } = await sql<Untold>`
    select coalesce(array_agg(distinct n.data->>'to') filter (where n.kind = 'email_changed' and n.data->>'to' <> u.email
        and n.created_at > now() - make_interval(days => ${EARLIER_ADDRESS_DAYS})), '{}') as earlier_addresses,
      coalesce(bool_or(n.kind = 'data_exported' and n.mailed_at is null), false) as has_copy
    from notices n join users u on u.id = n.user_id
    where n.user_id = ${userId} and n.kind in ('email_changed', 'data_exported')`.execute(tx);
  return rows[0] ?? { earlierAddresses: [], hasCopy: false };
}
