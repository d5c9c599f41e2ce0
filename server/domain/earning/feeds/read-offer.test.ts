import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ConfiguredWall, rawRequestOf, readPostback, signPostback } from '#domain/earning/index.ts';
import { builtInFeeds } from '#providers/feeds/index.ts';
import { wall } from '#testing/walls.ts';
import { clickTemplate, supportTemplate } from './addresses.ts';
import { type ConfiguredFeed, FeedDefinition, saysPurchase } from './feed-definition.ts';
import { isLeftOut } from './feed-offer.ts';
import { readOffer } from './read-offer.ts';

const definition = FeedDefinition.parse({
  id: 'form',
  settings: [],
  secrets: [],
  everyMinutes: 15,
  clickHosts: ['vendor.example'],
  pictureHosts: ['vendor.example'],
  request: { method: 'GET', url: 'https://vendor.example/offers' },
  offers: ['offers'],
  offer: {
    id: 'id',
    title: 'title',
    countries: 'countries',
    devices: { at: 'devices', words: { phone: ['iphone', 'android_phone'] } },
    requirements: 'steps',
    icon: 'icon',
    epc: 'epc',
    amounts: { points: 'points', usd: 'usd' },
    goals: {
      list: 'goals',
      id: 'id',
      name: 'name',
      order: 'order',
      payable: 'payable',
      deadline: { at: 'days', seconds: 86_400 },
    },
    click: { at: 'url', member: '{who}', append: { sub: '{click}' } },
  },
});
const feedOf = (changes: Partial<ConfiguredFeed> = {}): ConfiguredFeed => ({
  definition,
  settings: {},
  secrets: {},
  clickHosts: definition.clickHosts,
  pictureHosts: definition.pictureHosts,
  pointsPerDollar: null,
  ...changes,
});
function builtIn(id: string): ConfiguredFeed {
  const found = builtInFeeds.find((one) => one.id === id);
  if (!found) throw new Error(`there is no feed ${id}`);
  return feedOf({ definition: found, clickHosts: found.clickHosts, pictureHosts: found.pictureHosts });
}
const wallOf = (fields: { points?: string; usd?: string; usdScale?: 0.01 | 1 }): ConfiguredWall => ({
  definition: wall('plain', { fields: { tx: 'tx', user: 'user', ...fields } }),
  settings: {},
  secrets: { key: 'k' },
  maxPoints: 1_000,
  share: [],
  holdDays: 0,
});
const inPoints = wallOf({ points: 'points', usd: 'pay' });
const plain = { id: '1', title: 'Offer', url: 'https://go.vendor.example/?m={who}', points: '12.9' };
const read = (raw: object, by = inPoints, feed = feedOf()) => readOffer({ ...plain, ...raw }, feed, by);
const offer = (raw: object, by = inPoints, feed = feedOf()) => {
  const found = read(raw, by, feed);
  if (isLeftOut(found)) throw new Error(`left out: ${found.reason}`);
  return found;
};

test.each([
  [
    ['US', 'de', 'US'],
    ['DE', 'US'],
  ],
  ['US, GB', ['GB', 'US']],
  [{ US: 'United States' }, ['US']],
  [{ 0: 'US', 1: 'FR' }, ['FR', 'US']],
  [['ALL'], null],
  [undefined, null],
])('countries %j are read as %j', (countries, expected) => {
  expect(offer({ countries }).countries).toEqual(expected);
});

test('an offer for countries or devices that nobody knows is left out, not shown to everyone', () => {
  expect(read({ countries: ['Atlantis'] })).toMatchObject({ reason: 'countries' });
  expect(read({ devices: ['toaster'] })).toMatchObject({ reason: 'devices' });
  expect(offer({ devices: ['phone', 'toaster'] }).devices).toEqual(['android_phone', 'iphone']);
});

test.each([
  [{}, null],
  [{ payment_required: null }, null],
  [{ payment_required: 'soon' }, null],
  [{ payment_required: false }, false],
  [{ payment_required: '0' }, false],
  [{ payment_required: true }, true],
])('ayeT: of an offer with %j is known that it asks for a purchase: %j', (raw, purchase) => {
  const known = { id: 1, name: 'Offer', payout_usd: 1, currency_amount: 5 };
  const click = { tracking_link: 'https://www.ayetstudios.com/?external_identifier={external_identifier}' };
  const found = readOffer({ ...known, ...click, ...raw }, builtIn('ayet'), inPoints);
  expect(found).toMatchObject({ purchase, goals: [{ purchase }] });
  const tasks = [{ uuid: 'a', name: 'Install', currency_amount: 5 }];
  expect(readOffer({ ...known, ...click, ...raw, tasks }, builtIn('ayet'), inPoints)).toMatchObject({
    purchase,
    goals: [{ purchase: null }],
  });
});

test('AdGem: an offer asks for no purchase if all its steps are said to ask for none', () => {
  const purchaseOf = (...said: unknown[]) => {
    const goals = said.map((one, n) => ({ id: `${n}`, name: 'Step', amount: 1, is_purchase_goal: one }));
    const links = { click_url: 'https://api.adgem.com/?playerid={playerid}' };
    const found = readOffer(
      { campaign_id: 1, name: 'Offer', amount: 1, links, goals },
      builtIn('adgem'),
      inPoints,
    );
    return isLeftOut(found) ? found : found.purchase;
  };
  expect(purchaseOf(false, 0)).toBe(false);
  expect(purchaseOf(false, undefined)).toBeNull();
  expect(purchaseOf(undefined, true)).toBe(true);
  expect(purchaseOf()).toBeNull();
});

test('BitLabs: what its terms oblige a site to show is read', () => {
  const known = { id: 1, anchor: 'Offer', click_url: 'https://api.bitlabs.ai/click' };
  const events = [{ id: 'a', name: 'Level 10', points: '5', ttc_minutes: 60 }];
  const shown = {
    description: 'About it',
    requirements: 'Install',
    things_to_know: ['New players only', 'Once'],
    disclaimer: 'As is',
    confirmation_time: 'Confirms instantly',
    pending_time: 'Pending for 7 days',
    session_hours: 48,
    support_url: 'https://help.bitlabs.ai/1',
  };
  expect(readOffer({ ...known, ...shown, events }, builtIn('bitlabs'), inPoints)).toMatchObject({
    title: 'Offer',
    description: 'About it',
    requirements: ['Install'],
    thingsToKnow: 'New players only\nOnce',
    disclaimer: 'As is',
    confirmation: 'Confirms instantly\nPending for 7 days',
    deadlineSeconds: 48 * 3_600,
    supportUrl: 'https://help.bitlabs.ai/1',
    goals: [{ name: 'Level 10', deadlineSeconds: 3_600 }],
  });
  // Seven of what?
  expect(readOffer({ ...known, pending_time: 7, events }, builtIn('bitlabs'), inPoints)).toMatchObject({
    confirmation: null,
    deadlineSeconds: null,
  });
});

test('Lootably says nothing of purchases', () => {
  expect(builtInFeeds.filter(saysPurchase).map(({ id }) => id)).toEqual(['adgem', 'ayet']);
  const raw = { offerID: '1', name: 'Offer', currencyReward: 1, link: 'https://lootably.com/?u={userID}' };
  const found = readOffer({ ...raw, categories: ['deposit'] }, builtIn('lootably'), inPoints);
  expect(found).toMatchObject({ purchase: null });
});

test('"new" is no figure, and texts in lines become a list', () => {
  expect(offer({ epc: 'new', steps: 'Install\n- Play' })).toMatchObject({
    epc: null,
    requirements: ['Install', 'Play'],
  });
  expect(offer({ epc: 0.25, steps: ['Install', 'Play'] })).toMatchObject({
    epc: '0.25',
    requirements: ['Install', 'Play'],
  });
});

test('a step that pays nothing is kept as one, whatever it names', () => {
  const goals = [
    { id: 'a', name: 'Install', points: '5', payable: false },
    { id: 'b', name: 'Play', points: '7.99', payable: true, days: '2', order: 3 },
    { id: 'c', name: 'Stay', points: '0.4' },
  ];
  expect(offer({ goals })).toMatchObject({
    totalPoints: 7,
    goals: [
      { goalId: 'a', points: 0, paid: false },
      { goalId: 'b', points: 7, paid: true, deadlineSeconds: 172_800, order: 3 },
      { goalId: 'c', points: 0, paid: false },
    ],
  });
});

test('points shown are those that a postback with the same amount credits, or the offer is not shown', () => {
  const amounts = fc.oneof(
    fc.integer({ min: -5, max: 2_000 }).map(String),
    fc.tuple(fc.nat(1_500), fc.nat(9_999)).map(([whole, part]) => `${whole}.${part}`),
    fc.constantFrom('1e3', '.5', '3.', '0.999999999999', '1000.9', '1001', 'lots', '-0.5'),
  );
  const kinds = [wallOf({ points: 'points' }), wallOf({ usd: 'usd' })] as const;
  fc.assert(
    fc.property(amounts, fc.constantFrom(...kinds), (amount, by) => {
      const found = read({ points: amount, usd: amount }, by);
      const origin = 'https://rewards.example';
      const call = signPostback(
        by,
        [
          ['tx', 't'],
          ['user', 'u'],
          ['points', amount],
          ['usd', amount],
        ],
        origin,
      );
      const credited = readPostback(by, rawRequestOf(by, call), origin);
      if (credited.kind === 'credit') {
        expect(found).toMatchObject({ totalPoints: credited.points });
      } else if (credited.kind === 'ignored') {
        expect(found).toMatchObject({ totalPoints: 0, goals: [{ paid: false }] });
      } else {
        expect(isLeftOut(found)).toBe(true);
      }
    }),
  );
});

test('an address of a picture is short also when it is encoded, whatever it is made of', () => {
  const host = 'https://cdn.vendor.example/';
  const varied = Array.from({ length: 1_900 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
  expect(offer({ icon: `${host}${varied}` }).iconUrl).toBeNull();
  expect(offer({ icon: `${host}${varied.slice(0, 200)}` }).iconUrl).toMatch(
    /^https:\/\/cdn\.vendor\.example\/%/,
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (path) => {
      expect(offer({ icon: host + path }).iconUrl?.length ?? 0).toBeLessThanOrEqual(2_000);
    }),
  );
});

test('an offer whose steps are more in all than any account may have is left out', () => {
  const generous = { ...inPoints, maxPoints: 1_000_000_000 };
  const goals = (count: number, points: string) =>
    Array.from({ length: count }, (_, n) => ({ id: `${n}`, name: 'Play', points }));
  expect(offer({ goals: goals(100, '10000000') }, generous).totalPoints).toBe(1_000_000_000);
  expect(read({ goals: goals(100, '1000000000') }, generous)).toMatchObject({ reason: 'above_cap' });
});

test('dollars of a feed become points by the rate of the operator, and are no promise without one', () => {
  const dollars = FeedDefinition.parse({
    ...definition,
    offer: { ...definition.offer, amounts: { usd: 'usd' } },
  });
  const goals = (pointsPerDollar: number | null) =>
    offer({ usd: '1.239' }, inPoints, feedOf({ definition: dollars, pointsPerDollar })).goals;
  expect(goals(null)).toMatchObject([{ points: null, usdMicros: 1_239_000 }]);
  expect(goals(80)).toMatchObject([{ points: 99 }]);
});

test.each([
  ['https://vendor.example/c?m={who}', 'https://vendor.example/c?m={user}&sub={click}'],
  ['https://a.vendor.example/{who}', 'https://a.vendor.example/{user}?sub={click}'],
  ['https://vendor.example/?m={who}&sub=theirs#x', 'https://vendor.example/?m={user}&sub={click}'],
  ['https://vendor.example/?m={who}&x={click}', 'https://vendor.example/?m={user}&x=%7Bclick%7D&sub={click}'],
  ['https://vendor.example/?m=nobody', undefined],
  ['http://vendor.example/?m={who}', undefined],
  ['https://vendor.example.evil.example/?m={who}', undefined],
  ['https://notvendor.example/?m={who}', undefined],
  ['https://vendor.example@evil.example/?m={who}', undefined],
  ['https://u:p@vendor.example/?m={who}', undefined],
  ['https://vendor.example:8443/?m={who}', undefined],
  ['https://{who}.vendor.example/', undefined],
  ['javascript:alert("{who}")', undefined],
  ['//vendor.example/{who}', undefined],
  [`https://vendor.example/?m={who}&x=${'a'.repeat(3_000)}`, undefined],
])('the click %s becomes %s', (text, template) => {
  expect(clickTemplate(text, ['vendor.example'], { member: '{who}', append: { sub: '{click}' } })).toBe(
    template,
  );
});

test.each([
  ['https://vendor.example/help?m={who}&o=1', 'https://vendor.example/help?m={user}&o=1'],
  ['https://vendor.example/{who}/help#{who}', 'https://vendor.example/{user}/help#{user}'],
  ['https://vendor.example/help?m={who}&x={other}&y=1', 'https://vendor.example/help?m={user}&x=&y=1'],
  ['https://vendor.example/help?x={user}&y={{who}user}', 'https://vendor.example/help?x=&y='],
  ['https://vendor.example/help', 'https://vendor.example/help'],
  ['https://{who}.vendor.example/', undefined],
  ['https://evil.example/?m={who}', undefined],
])('the help at %s becomes %s', (text, template) => {
  expect(supportTemplate(text, ['vendor.example'], '{who}')).toBe(template);
});

test.each(builtInFeeds.map((one) => [one.id, one] as const))(
  '%s: arbitrary JSON never throws, and what is read of it is within bounds',
  (_, one) => {
    const feed = feedOf({ definition: one, clickHosts: one.clickHosts, pictureHosts: one.pictureHosts });
    const keys = [
      'id',
      'campaign_id',
      'offer_id',
      'offerID',
      'name',
      'title',
      'anchor',
      'creatives',
      'goals',
      'events',
      'tasks',
    ];
    const more = [
      'amount',
      'points',
      'currency_amount',
      'currencyReward',
      'payout',
      'links',
      'click_url',
      'link',
      'uuid',
      'goalID',
    ];
    const { json } = fc.letrec((tie) => ({
      leaf: fc.oneof(
        fc.string({ unit: 'binary', maxLength: 20 }),
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        fc.constantFrom(
          'x'.repeat(20_000),
          '1',
          '9'.repeat(50),
          `https://${one.clickHosts[0]}/{playerid}{userID}[user_id]{external_identifier}`,
        ),
      ),
      object: fc.dictionary(fc.constantFrom(...keys, ...more), tie('json'), { maxKeys: 10 }),
      json: fc.oneof(
        { depthSize: 'small' },
        tie('leaf'),
        tie('object'),
        fc.array(tie('json'), { maxLength: 4 }),
      ),
    }));
    const whole = fc
      .tuple(json, fc.dictionary(fc.constantFrom(...keys, ...more), json))
      .map(([a, b]) => (typeof a === 'object' && a !== null && !Array.isArray(a) ? { ...a, ...b } : a));
    fc.assert(
      fc.property(whole, (raw) => {
        const found = readOffer(raw, feed, inPoints);
        expect(JSON.stringify(found).length).toBeLessThan(200_000);
        if (isLeftOut(found)) return;
        expect(found.title.length).toBeLessThanOrEqual(200);
        expect(found.goals.length).toBeGreaterThan(0);
        for (const { points } of found.goals) {
          expect(points === null || (Number.isInteger(points) && points >= 0 && points <= 1_000)).toBe(true);
        }
        expect(found.clickTemplate).toMatch(/^https:\/\//);
      }),
    );
  },
);
