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
 * Makes an offer of any wall a favourite; one that is a favourite already stays so. Throws Refusal not_found for an offer that
 * is not there, too_many_favourites beyond FAVOURITES_MAX.
 */
export async function addFavourite(tx: Tx, { memberId, wall, offer }: FavouriteOf): Promise<void> {
  await lockMember(tx, memberId);
  const { rows } = await sql<{ isThere: boolean; isKept: boolean; kept: number }>`
    select
      exists (select from feed_offers where wall = ${wall} and offer_id = ${offer} and left_at is null
        for key share) as is_there,
      exists (select from offer_favourites
        where user_id = ${memberId} and wall = ${wall} and offer_id = ${offer}) as is_kept,
      (select count(*)::integer from offer_favourites where user_id = ${memberId}) as kept`.execute(tx);
  const [found] = rows;
  if (found?.isKept) return;
  if (!found?.isThere) throw new Refusal('not_found');
  if (found.kept >= FAVOURITES_MAX)
    throw new Refusal('too_many_favourites', { details: { max: FAVOURITES_MAX } });
  await tx.insertInto('offerFavourites').values({ userId: memberId, wall, offerId: offer }).execute();
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
