import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide';
import type { Offer, OfferRow } from '#contract/offers.ts';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/icon.tsx';
import { call } from '#web/shared/api/call.ts';
import { mayHaveBeenDone } from '#web/shared/api/may-have-been-done.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useT } from '#web/shared/language/language.tsx';
import type { OfferQuery } from './offer-search.ts';
import { OFFER_PAGES, offerQuery } from './offers-query.ts';

type Kept = Pick<OfferRow, 'id' | 'wall' | 'offerId' | 'title' | 'favourite'>;

/** Makes an offer a favourite, or none any more. */
export function FavouriteButton({ offer, className }: { offer: Kept; className?: string }) {
  const t = useT('offers');
  const save = useFavourite(offer);
  const pressed = save.isPending ? save.variables : offer.favourite;
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-label={t('favourite', { title: offer.title })}
      onClick={() => !save.isPending && save.mutate(!offer.favourite)}
      className={classes(
        'grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken',
        pressed ? 'text-brand' : 'text-muted',
        className,
      )}
    >
      <Icon of={Heart} className={classes('size-5', pressed && 'fill-current')} />
    </button>
  );
}

function useFavourite({ id, wall, offerId: offer }: Kept) {
  const t = useT('offers');
  const queryClient = useQueryClient();
  const params = { wall, offer };
  return useCallMutation(
    async (favourite: boolean) => {
      try {
        if (favourite) await call('PUT /api/offers/{wall}/{offer}/favourite', { params });
        else await call('DELETE /api/offers/{wall}/{offer}/favourite', { params });
      } catch (error) {
        if (!mayHaveBeenDone(error)) throw error;
        const kept = await call('GET /api/offers/{wall}/{offer}', { params }).catch(() => undefined);
        if (kept?.favourite !== favourite) throw error;
      }
    },
    {
      failed: t('favouriteFailed'),
      unheard: t('favouriteUnheard'),
      onDone: async (_, favourite) => {
        const marked = (row: OfferRow) => (row.id === id ? { ...row, favourite } : row);
        const own = offerQuery(params).queryKey;
        const mark = () => {
          queryClient.setQueriesData<InfiniteData<OfferRow[]>>(
            { queryKey: OFFER_PAGES },
            (known) => known && { ...known, pages: known.pages.map((page) => page.map(marked)) },
          );
          queryClient.setQueryData<Offer>(own, (known) => known && { ...known, favourite });
        };
        const onTheirWay = [OFFER_PAGES, own].flatMap((queryKey) =>
          queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }),
        );
        mark();
        // What was asked for before may come with the offer as it was then.
        await Promise.allSettled(onTheirWay.map(({ promise }) => promise));
        mark();
        // A list of favourites that is shown keeps the row, so that the click can be undone.
        await queryClient.invalidateQueries({
          queryKey: OFFER_PAGES,
          refetchType: 'none',
          predicate: ({ queryKey }) => (queryKey[2] as OfferQuery).favourites !== undefined,
        });
      },
    },
  );
}
