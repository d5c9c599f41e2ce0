import type { FeedDefinitionInput } from '#domain/earning/index.ts';
import { ALL_DEVICES, SHOP_PICTURES } from './parts.ts';

/**
 * BitLabs' offers for publishers: the catalogue, a part at a time.
 * Source: developer.bitlabs.ai (API 2.0.122, November 2025). That the member's id is appended to the click as `uid` is not
 * verified for this form, nor are limits of calls.
 */
export const bitlabs: FeedDefinitionInput = {
  id: 'bitlabs',
  settings: [],
  secrets: ['serverToken'],
  everyMinutes: 15,
  clickHosts: ['bitlabs.ai'],
  pictureHosts: ['bitlabs.ai', ...SHOP_PICTURES],
  request: {
    method: 'GET',
    url: 'https://api.bitlabs.ai/v2/publishers/offers',
    headers: { 'X-S2S-Token': '{$serverToken}' },
  },
  pages: { kind: 'skip', skip: 'skip', limit: 'limit', offers: 100 },
  success: { at: 'status', is: 'success' },
  offers: ['data.offers'],
  offer: {
    id: 'id',
    title: 'anchor',
    description: 'description',
    requirements: 'requirements',
    disclaimer: 'disclaimer',
    thingsToKnow: 'things_to_know',
    icon: 'icon_url',
    categories: ['categories', 'app_metadata.categories'],
    countries: 'geo_targeting.countries.country_code',
    devices: {
      at: ['device_targeting.operating_systems', 'device_targeting.platforms'],
      words: ALL_DEVICES,
    },
    support: 'support_url',
    confirmation: 'confirmation_time',
    pending: 'pending_time',
    epc: 'epc',
    deadline: { at: 'session_hours', seconds: 3_600 },
    amounts: {
      points: ['points', 'total_points'],
      usd: 'payout',
      variable: { at: 'type', is: ['dynamic'] },
    },
    goals: {
      list: 'events',
      id: ['uuid', 'id'],
      name: 'name',
      repeatable: 'multiple_conversions_allowed',
      payable: 'payable',
      deadline: { at: 'ttc_minutes', seconds: 60 },
    },
    click: { at: 'click_url', append: { uid: '{user}', click: '{click}' } },
  },
};
