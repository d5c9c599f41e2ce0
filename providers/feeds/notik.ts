import type { FeedDefinitionInput } from '#domain/earning/index.ts';
import { ALL_DEVICES, SHOP_PICTURES } from './parts.ts';

/**
 * Notik's list of all offers: pages of up to a thousand, each of which names the next.
 * Source: the vendor's text as several integrations quote it: every 15 minutes, at most 30 calls in that time. It names
 * dollars and no points.
 */
export const notik: FeedDefinitionInput = {
  id: 'notik',
  settings: ['pubId', 'appId'],
  secrets: ['apiKey'],
  everyMinutes: 15,
  pagesMax: 28,
  clickHosts: ['notik.me'],
  pictureHosts: ['notik.me', ...SHOP_PICTURES],
  request: {
    method: 'GET',
    url: 'https://notik.me/api/v2/get-offers/all',
    query: { api_key: '{$apiKey}', pub_id: '{$pubId}', app_id: '{$appId}' },
  },
  pages: { kind: 'next', next: 'offers.next_page_url' },
  success: { at: 'status', is: 'success' },
  offers: ['offers.data'],
  offer: {
    id: 'offer_id',
    title: 'name',
    description: ['description1', 'description'],
    requirements: ['description2', 'description3'],
    icon: 'image_url',
    categories: 'categories',
    countries: 'country_code',
    devices: { at: ['devices', 'os'], words: ALL_DEVICES },
    amounts: { usd: 'payout' },
    goals: { list: 'events', id: 'id', name: 'name' },
    click: { at: 'click_url', member: '[user_id]', append: { s1: '{click}' } },
  },
};
