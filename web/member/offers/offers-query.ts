import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { OFFER_PAGE, STARTED_PAGE } from '#contract/offers.values.ts';
import { call } from '#web/shared/api/call.ts';
import { callQuery } from '#web/shared/api/call-query.ts';
import { keys } from '#web/shared/api/queries.ts';
import { site } from '#web/shared/api/site.ts';
import type { OfferQuery } from './offer-search.ts';

/** The key of every list of offers; the query follows. */
export const OFFER_PAGES = ['GET /api/offers', 'pages'] as const;

/** The offers with these filters, page by page. */
export const useOfferPages = (query: OfferQuery) =>
  useInfiniteQuery({
    queryKey: [...OFFER_PAGES, query],
    enabled: site().offers,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/offers', { query: { ...query, ...(pageParam && { after: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < OFFER_PAGE ? undefined : page.at(-1)?.place),
    placeholderData: keepPreviousData,
  });

/** The first offers for a device, as a row of a few shows them. */
export const firstOffersQuery = (query: OfferQuery) => callQuery('GET /api/offers', { query });

/** One offer; read anew with each visit, as it may have changed or gone. */
export const offerQuery = (params: { wall: string; offer: string }) => ({
  ...callQuery('GET /api/offers/{wall}/{offer}', { params }),
  staleTime: 0,
});

/** The offers that the member has started, newest first, page by page; read anew with each visit. */
export const useStartedPages = () =>
  useInfiniteQuery({
    queryKey: [...keys.started, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/offers/started', { query: pageParam ? { before: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < STARTED_PAGE ? undefined : page.at(-1)?.id),
    staleTime: 0,
  });

/** The newest of them, as a row of a few shows them. */
export const useLastStarted = () =>
  useQuery(
    queryOptions({
      queryKey: [...keys.started, 'last'],
      queryFn: ({ signal }) => call('GET /api/offers/started', { query: {}, signal }),
    }),
  );
