import type { FeedDefinitionInput } from '#domain/earning/index.ts';
import { ALL_DEVICES, SHOP_PICTURES } from './parts.ts';

/**
 * Prodege Ads, formerly AdGate: the catalogue in one answer.
 * Source: docs.prodegeads.com and docs.adgatemedia.com: refresh every ten minutes. The complete list of fields is not
 * published; names of the form per member are read too.
 */
export const adgate: FeedDefinitionInput = {
  id: 'adgate',
  settings: ['affiliateId', 'wallCode'],
  secrets: ['apiKey'],
  everyMinutes: 10,
  clickHosts: ['adgatemedia.com', 'adgaterewards.com', 'adgatesurvey.com', 'prodegeads.com'],
  pictureHosts: ['adgatemedia.com', 'adgaterewards.com', 'prodegeads.com', ...SHOP_PICTURES],
  request: {
    method: 'GET',
    url: 'https://api.adgatemedia.com/v3/offers',
    query: { aff: '{$affiliateId}', api_key: '{$apiKey}', wall_code: '{$wallCode}' },
  },
  offers: ['data', 'offers', '.'],
  offer: {
    id: ['offer_id', 'id'],
    title: ['anchor', 'name'],
    description: 'description',
    requirements: 'requirements',
    disclaimer: 'disclaimer',
    icon: ['icon_url', 'icon'],
    categories: 'categories',
    countries: 'countries',
    devices: { at: ['devices', 'ua'], words: ALL_DEVICES },
    support: 'contact_url',
    confirmation: 'confirmation_time',
    epc: 'epc',
    deadline: { at: 'session_hours', seconds: 3_600 },
    amounts: {
      points: 'points',
      usd: 'payout',
      variable: { at: 'type', is: ['dynamic'] },
    },
    goals: {
      list: 'events',
      id: ['uuid', 'id'],
      name: 'name',
      repeatable: 'multiple_conversions_allowed',
      payable: 'payable',
    },
    click: { at: 'click_url', append: { s1: '{user}', s2: '{click}' } },
  },
};
