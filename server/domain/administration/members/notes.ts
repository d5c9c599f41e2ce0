import { sql } from 'kysely';
import type { Output } from '#contract/endpoint.ts';
import type { adminUserNotes } from '#contract/members.ts';
import { STAFF_LIST_MAX } from '#contract/staff.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database, Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';

/** Returns what staff have written about the member, newest first, at most STAFF_LIST_MAX. */
export async function listNotes(
  database: Database,
  userId: string,
): Promise<Domain<Output<typeof adminUserNotes>>> {
  return database
    .selectFrom('staffNotes as n')
    .leftJoin('users as a', 'a.id', 'n.author')
    .select(['n.id', 'a.name as author', 'n.text', 'n.createdAt'])
    .where('n.userId', '=', userId)
    .orderBy('n.createdAt', 'desc')
    .limit(STAFF_LIST_MAX)
    .execute();
}

/** Returns the id of the note. Waits for a member who is leaving. Throws Refusal not_found for a member who has left or does not exist. */
export async function addNote(
  tx: Tx,
  { userId, author, text }: { userId: string; author: string; text: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into staff_notes (user_id, author, text)
    select id, ${author}, ${text} from users
    where id = ${userId} and erased_at is null for key share
    returning id`.execute(tx);
  const [note] = rows;
  if (!note) throw new Refusal('not_found');
  return note.id;
}
