import type { FeedDefinitionInput } from '#domain/earning/index.ts';
import { ALL_DEVICES, SHOP_PICTURES } from './parts.ts';

/**
 * ayeT-Studios' Static API: the catalogue of one ad slot in one answer.
 * Source: docs.ayetstudios.com for the call and its rhythm (every 15 to 30 minutes); the fields as an integration guide to
 * v1.14.14 (January 2026) and the vendor's sample show them. One source nests the list as `offerwall.offers`.
 */
export const ayet: FeedDefinitionInput = {
  id: 'ayet',
  settings: ['adslotId'],
  secrets: ['apiKey'],
  everyMinutes: 20,
  clickHosts: ['ayetstudios.com', 'ayet.io'],
  pictureHosts: ['ayetstudios.com', 'ayet.io', ...SHOP_PICTURES],
  request: {
    method: 'GET',
    url: 'https://www.ayetstudios.com/offers/get/{$adslotId}',
    query: { apiKey: '{$apiKey}' },
  },
  success: { at: 'status', is: 'success' },
  offers: ['offers', 'offerwall.offers'],
  offer: {
    id: 'id',
    title: 'name',
    description: ['introduction', 'description'],
    requirements: [
      'conversion_instructions_long',
      'conversion_instructions',
      'conversion_instructions_short',
    ],
    disclaimer: 'rules_requirements',
    icon: ['icon_large', 'icon'],
    categories: ['tags.categories', 'category'],
    countries: 'countries',
    devices: { at: ['platforms', 'platform'], words: ALL_DEVICES },
    systems: [
      { is: 'android', min: 'min_android_version', max: 'max_android_version' },
      { is: 'ios', min: 'min_ios_version', max: 'max_ios_version' },
    ],
    purchase: 'payment_required',
    epc: 'epc',
    updatedAt: 'created',
    endsAt: 'end_date',
    deadline: { at: 'max_conversion_time', seconds: 1 },
    amounts: { points: 'currency_amount', usd: ['payout_usd', 'payout'] },
    goals: { list: ['tasks', 'cpe_instructions'], id: 'uuid', name: ['name', 'event_name'] },
    click: { at: 'tracking_link', member: '{external_identifier}', append: { custom_1: '{click}' } },
  },
};
