import type { FeedDefinitionInput } from '#domain/earning/index.ts';
import { MOBILE } from './parts.ts';

/**
 * AdGem's Offer API: the whole catalogue, a page at a time, with a token that lasts an hour.
 * Source: the vendor's repository adgem-integrations-documentation (`examples/offer.yaml`, June 2026) and docs.adgem.com:
 * ask about every five minutes; each answer is the full set. That the host of pictures is the vendor's own is not verified.
 */
export const adgem: FeedDefinitionInput = {
  id: 'adgem',
  settings: [],
  secrets: ['refreshToken'],
  everyMinutes: 5,
  clickHosts: ['adgem.com'],
  pictureHosts: ['adgem.com'],
  token: {
    url: 'https://offer-api.adgem.com/v1/users/token',
    form: { grant_type: 'refresh_token', refresh_token: '{$refreshToken}' },
    token: 'access_token',
  },
  request: {
    method: 'GET',
    url: 'https://offer-api.adgem.com/v1/offers',
    headers: { authorization: 'Bearer {token}' },
  },
  pages: {
    kind: 'page',
    page: 'page',
    size: 'per_page',
    offers: 100,
    more: 'data.pagination.has_more_pages',
  },
  offers: ['data.offers'],
  offer: {
    id: 'campaign_id',
    version: 'id',
    title: ['creatives.name', 'name'],
    description: ['creatives.description', 'creatives.short_description'],
    requirements: ['creatives.instructions', 'creatives.basic_requirements.description'],
    disclaimer: 'creatives.disclaimer',
    thingsToKnow: 'creatives.offer_tip',
    icon: 'creatives.icon_url',
    categories: ['creatives.categories', 'app_store_categories'],
    countries: 'geo_targeting.countries.iso_alpha2',
    devices: { at: 'device_targeting', words: MOBILE },
    systems: [{ at: 'os_targeting', name: 'name', min: 'min', max: 'max' }],
    support: 'links.support_url',
    epc: 'stats.network_epc',
    updatedAt: 'updated_at',
    deadline: { at: 'attribution_window_days', seconds: 86_400 },
    amounts: { points: ['amount', 'total_amount'], usd: ['payout_usd', 'total_payout_usd'] },
    goals: {
      list: 'goals',
      id: 'id',
      name: 'name',
      description: 'description',
      order: 'order',
      nonLinear: 'non_linear',
      purchase: 'is_purchase_goal',
      deadline: { at: 'maximum_completion_time_days', seconds: 86_400 },
    },
    click: { at: 'links.click_url', member: '{playerid}', append: { c1: '{click}' } },
  },
};
