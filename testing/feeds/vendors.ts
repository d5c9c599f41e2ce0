/** What a stand-in offers, in no vendor's form. Amounts are points, or whatever a vendor might send in their place. */
export interface StandInOffer {
  id: string;
  title: string;
  /** Of an offer without goals. */
  amount?: unknown;
  goals?: { id: string; name: string; amount: unknown; payable?: boolean }[];
  description?: string;
  /** In place of the vendor's own address. */
  click?: string;
  icon?: string;
  countries?: unknown;
  categories?: string[];
  endsAt?: string;
  version?: string;
  /** What the vendor says that a click earns. */
  epc?: string;
}

interface StandInCall {
  url: URL;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** The form of one vendor: how it asks for proof, cuts pages and writes an offer. */
export interface StandInVendor {
  id: string;
  settings: Record<string, string>;
  secrets: Record<string, string>;
  isAllowed: (call: StandInCall, token: string) => boolean;
  /** Path of the token, if the vendor has one. */
  tokenPath?: string;
  /** Which offers a call asks for; without it all in one answer. */
  slice?: (call: StandInCall) => { from: number; size: number };
  /** The answer around `LIST`; `more`: another page follows. */
  envelope: (place: { more: boolean; to: number }) => object;
  offer: (offer: StandInOffer) => object;
}

/** Stands in an envelope where the offers go. */
export const LIST = '@offers';
const SECRET = 'feed-secret-of-a-stand-in';

/** As some vendors send dollars: text or number. */
const dollars = (amount: unknown) => (typeof amount === 'number' ? (amount / 100).toFixed(2) : amount);
const page = ({ url }: StandInCall) => Number(url.searchParams.get('page') ?? '1');

const adgem: StandInVendor = {
  id: 'adgem',
  settings: {},
  secrets: { refreshToken: SECRET },
  tokenPath: '/v1/users/token',
  isAllowed: ({ headers }, token) => headers.authorization === `Bearer ${token}`,
  slice: (call) => ({ from: (page(call) - 1) * 100, size: 100 }),
  envelope: ({ more }) => ({
    status: 'success',
    data: { offers: [LIST], pagination: { has_more_pages: more } },
    links: { support_portal: 'https://adunits.adgem.com' },
  }),
  offer: ({ id, title, amount, goals, description, click, icon, countries, categories, version, epc }) => ({
    id: version ?? `v-${id}`,
    app_store_categories: categories,
    campaign_id: Number.isSafeInteger(Number(id)) ? Number(id) : id,
    name: title,
    total_amount: amount,
    total_payout_usd: dollars(amount),
    attribution_window_days: 30,
    creatives: {
      name: title,
      description,
      icon_url: icon ?? 'https://cdn.adgem.com/icon.png',
      instructions: ['Install', 'Play'],
      disclaimer: 'New players only',
    },
    goals: goals?.map((goal, order) => ({
      ...{ id: goal.id, name: goal.name, order, amount: goal.amount, payout_usd: dollars(goal.amount) },
      ...{ maximum_completion_time_days: 14, is_purchase_goal: false, non_linear: true },
    })),
    links: {
      click_url: click ?? `https://api.adgem.com/v1/click?all=1&appid=1&cid=${id}&playerid={playerid}`,
      support_url: `https://adunits.adgem.com/support?playerid={playerid}&campaignid=${id}`,
    },
    stats: { network_epc: epc ?? '0.12' },
    geo_targeting: { countries: countries ?? [{ name: 'United States', iso_alpha2: 'US' }] },
    device_targeting: ['iphone', 'android_phone'],
    os_targeting: [{ name: 'android', min: '8.0', max: null }],
  }),
};

const ayet: StandInVendor = {
  id: 'ayet',
  settings: { adslotId: '77' },
  secrets: { apiKey: SECRET },
  isAllowed: ({ url }) => url.pathname === '/offers/get/77' && url.searchParams.get('apiKey') === SECRET,
  envelope: () => ({ status: 'success', num_offers: 1, offers: [LIST] }),
  offer: ({ id, title, amount, goals, description, click, icon, countries, endsAt }) => ({
    id,
    end_date: endsAt,
    name: title,
    description,
    icon: icon ?? 'https://www.ayetstudios.com/icon.png',
    conversion_instructions: 'Install<br>Play',
    countries: countries ?? ['US'],
    platforms: ['android'],
    min_android_version: '8.0',
    epc: 'new',
    max_conversion_time: 86_400,
    currency_amount: amount,
    payout_usd: dollars(amount),
    tasks: goals?.map((goal) => ({
      ...{ uuid: goal.id, name: goal.name, currency_amount: goal.amount, payout: dollars(goal.amount) },
    })),
    tracking_link:
      click ?? `https://www.ayetstudios.com/s2s/pub/${id}?external_identifier={external_identifier}`,
  }),
};

const bitlabs: StandInVendor = {
  id: 'bitlabs',
  settings: {},
  secrets: { serverToken: SECRET },
  isAllowed: ({ headers }) => headers['x-s2s-token'] === SECRET,
  slice: ({ url }) => ({
    from: Number(url.searchParams.get('skip')),
    size: Number(url.searchParams.get('limit')),
  }),
  envelope: () => ({ status: 'success', data: { offers: [LIST] } }),
  offer: ({ id, title, amount, goals, description, click, icon, countries }) => ({
    id,
    anchor: title,
    description,
    requirements: 'Install\nPlay',
    icon_url: icon ?? 'https://cdn.bitlabs.ai/icon.png',
    click_url: click ?? `https://api.bitlabs.ai/v2/offers/${id}/click`,
    geo_targeting: { countries: countries ?? [{ country_code: 'US' }] },
    device_targeting: { operating_systems: ['android', 'ios'] },
    session_hours: 48,
    total_points: typeof amount === 'number' ? String(amount) : amount,
    payout: dollars(amount),
    events: goals?.map((goal) => ({
      ...{ id: goal.id, name: goal.name, points: String(goal.amount), payout: dollars(goal.amount) },
      ...{ payable: goal.payable ?? true, type: 'flat', ttc_minutes: 60 },
    })),
  }),
};

const lootably: StandInVendor = {
  id: 'lootably',
  settings: { placementId: 'p-1' },
  secrets: { apiKey: SECRET },
  isAllowed: ({ body }) => body === JSON.stringify({ placementID: 'p-1', apiKey: SECRET }),
  envelope: () => ({ success: true, data: { requestID: 'r', offers: [LIST] } }),
  offer: ({ id, title, amount, goals, description, click, icon, countries, categories }) => ({
    categories,
    type: goals ? 'multistep' : 'singlestep',
    offerID: id,
    name: title,
    description,
    image: icon ?? 'https://cdn.lootably.com/icon.png',
    countries: countries ?? ['US'],
    devices: ['*'],
    link: click ?? `https://api.lootably.com/click/${id}?user={userID}`,
    revenue: dollars(amount),
    currencyReward: amount,
    goals: goals?.map((goal) => ({
      goalID: goal.id,
      description: goal.name,
      currencyReward: goal.amount,
      revenue: dollars(goal.amount),
    })),
  }),
};

const adgate: StandInVendor = {
  id: 'adgate',
  settings: { affiliateId: 'a-1', wallCode: 'w-1' },
  secrets: { apiKey: SECRET },
  isAllowed: ({ url }) => url.searchParams.get('api_key') === SECRET && url.searchParams.get('aff') === 'a-1',
  envelope: () => ({ status: 'success', data: [LIST] }),
  offer: ({ id, title, amount, goals, description, click, icon, countries }) => ({
    offer_id: id,
    anchor: title,
    description,
    requirements: 'Install',
    icon_url: icon ?? 'https://cdn.adgatemedia.com/icon.png',
    click_url: click ?? `https://wall.adgaterewards.com/click/${id}?s1=theirs`,
    countries: countries ?? ['US'],
    points: amount,
    payout: dollars(amount),
    events: goals?.map((goal) => ({
      ...{ uuid: goal.id, name: goal.name, points: goal.amount, payout: dollars(goal.amount) },
      ...{ type: 'flat', payable: goal.payable ?? true },
    })),
  }),
};

const NOTIK_PAGE = 100;
const notik: StandInVendor = {
  id: 'notik',
  settings: { pubId: 'p-1', appId: 'a-1' },
  secrets: { apiKey: SECRET },
  isAllowed: ({ url }) =>
    url.searchParams.get('api_key') === SECRET && url.searchParams.get('app_id') === 'a-1',
  slice: (call) => ({ from: (page(call) - 1) * NOTIK_PAGE, size: NOTIK_PAGE }),
  envelope: ({ more, to }) => ({
    status: 'success',
    code: 200,
    offers: {
      data: [LIST],
      next_page_url: more ? `https://notik.me/api/v2/get-offers/all?page=${to / NOTIK_PAGE + 1}` : null,
    },
  }),
  offer: ({ id, title, amount, goals, description, click, icon, countries }) => ({
    offer_id: id,
    name: title,
    description1: description,
    description2: 'Install',
    image_url: icon ?? 'https://notik.me/icon.png',
    country_code: countries ?? { US: 'United States' },
    os: ['android', 'ios'],
    click_url: click ?? `https://notik.me/click?user_id=[user_id]&offer=${id}`,
    payout: dollars(amount),
    events: goals?.map((goal) => ({ id: goal.id, name: goal.name, payout: dollars(goal.amount) })),
  }),
};

export const standInVendors: readonly StandInVendor[] = [adgem, ayet, bitlabs, lootably, adgate, notik];
