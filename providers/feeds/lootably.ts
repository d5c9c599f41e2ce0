import type { FeedDefinitionInput } from '#domain/earning/index.ts';
import { ALL_DEVICES, SHOP_PICTURES } from './parts.ts';

/**
 * Lootably's offers API without a member: the whole catalogue in one answer.
 * Source: the vendor's package lootably-offers-api-types (October 2024) and documentation.lootably.com. That links keep
 * `{userID}` is known from two integrations; hosts of pictures and a rhythm are not named.
 */
export const lootably: FeedDefinitionInput = {
  id: 'lootably',
  settings: ['placementId'],
  secrets: ['apiKey'],
  everyMinutes: 15,
  clickHosts: ['lootably.com'],
  pictureHosts: ['lootably.com', ...SHOP_PICTURES],
  request: {
    method: 'POST',
    url: 'https://api.lootably.com/api/v2/offers/get',
    body: { placementID: '{$placementId}', apiKey: '{$apiKey}' },
  },
  success: { at: 'success', is: 'true' },
  offers: ['data.offers'],
  offer: {
    id: 'offerID',
    title: 'name',
    description: 'description',
    icon: 'image',
    categories: 'categories',
    countries: 'countries',
    states: 'stateTargetingByCountryCode',
    devices: { at: 'devices', words: ALL_DEVICES },
    amounts: { points: 'currencyReward', usd: 'revenue' },
    goals: { list: 'goals', id: 'goalID', name: 'description' },
    click: { at: 'link', member: '{userID}', append: { sid2: '{click}' } },
  },
};
