import { sql } from 'kysely';
import { FAVOURITES_MAX } from '#contract/offers.values.ts';
import type { Tx } from '#database/client.ts';
import { lockMember } from '#domain/common/lock-member.ts';
import { Refusal } from '#domain/common/refusal.ts';

interface FavouriteOf {
  memberId: string;
  wall: string;
  offer: string;
}

/**
 * Makes an offer of any wall a favourite; one that is a favourite already stays so. Where there are FAVOURITES_MAX, the oldest
 * whose offer has left makes room. Throws Refusal not_found for an offer that is not there or a member who has left,
 * too_many_favourites where no offer has left.
 */
export async function addFavourite(tx: Tx, { memberId, wall, offer }: FavouriteOf): Promise<void> {
  await lockMember(tx, memberId);
  const { rows } = await sql<{ isThere: boolean; isKept: boolean; kept: number }>`
    select
      exists (select from feed_offers where wall = ${wall} and offer_id = ${offer} and left_at is null
        for key share) as is_there,
      exists (select from offer_favourites
        where user_id = ${memberId} and wall = ${wall} and offer_id = ${offer}) as is_kept,
      (select count(*)::integer from offer_favourites where user_id = ${memberId}) as kept
    from users where id = ${memberId} and erased_at is null`.execute(tx);
  const [found] = rows;
  if (found?.isKept) return;
  if (!found?.isThere) throw new Refusal('not_found');
  if (found.kept >= FAVOURITES_MAX && !(await makeRoom(tx, memberId)))
    throw new Refusal('too_many_favourites', { details: { max: FAVOURITES_MAX } });
  await tx.insertInto('offerFavourites').values({ userId: memberId, wall, offerId: offer }).execute();
}

/** Removes the member's oldest favourite whose offer has left, which no list shows them. Returns whether there was one. */
async function makeRoom(tx: Tx, memberId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from offer_favourites where user_id = ${memberId} and (wall, offer_id) = (
      select f.wall, f.offer_id
      from offer_favourites f join feed_offers o on o.wall = f.wall and o.offer_id = f.offer_id
      where f.user_id = ${memberId} and o.left_at is not null
      order by f.added_at, f.wall, f.offer_id limit 1)`.execute(tx);
  return numAffectedRows === 1n;
}

/** Makes an offer no favourite any more, also one that has left. What is no favourite is no error. */
export async function removeFavourite(tx: Tx, { memberId, wall, offer }: FavouriteOf): Promise<void> {
  await tx
    .deleteFrom('offerFavourites')
    .where('userId', '=', memberId)
    .where('wall', '=', wall)
    .where('offerId', '=', offer)
    .execute();
}
