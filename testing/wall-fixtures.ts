import { createHash, createHmac } from 'node:crypto';

/**
 * The calls of each vendor as data, with its recipe written a second time, independently of the engine, so that a
 * definition and its fixture must agree.
 */
export interface WallFixture {
  id: string;
  settings: Record<string, string>;
  secrets: Record<string, string>;
  /** A credit on the wire without its proof; `{tx}`, `{user}` and `{points}` are placeholders. */
  credit: Record<string, string>;
  /** What differs in a reversal. Absent: this vendor takes nothing back. */
  reversal?: Record<string, string>;
  /** What a test call sends in addition. Absent: this vendor has none. */
  test?: Record<string, string>;
  /** Other calls of this vendor: what differs, and the verdict. */
  others?: { sends: Record<string, string>; verdict: 'credited' | 'pending' | 'ignored' }[];
  /** What a call says it is about: on the wire, `{click}` being the id of our click, and as it is kept. */
  about?: {
    sends: Record<string, string>;
    kept: { offerId: string | null; goalId: string | null; goalName: string | null };
    /** What differs in a call about a step that pays nothing. */
    unpaid: Record<string, string>;
  };
  /** Parameter of the amount. */
  points: string;
  /** The revenue that the credit names, in millionths of a dollar; null if this vendor never names it. */
  revenueMicros: string | null;
  /** Parameters that the proof covers; `[]` for a token, which covers none. */
  signed: string[];
  /** Whether a negative amount makes a reversal. */
  negativeIsReversal?: true;
  body?: 'form' | 'json';
  /** Address from which the vendor calls. */
  source?: string;
  prove: (call: Provable) => { params?: Record<string, string>; headers?: Record<string, string> };
}

export interface Provable {
  p: Record<string, string>;
  /** The whole address that the vendor calls, without the proof. */
  url: string;
  body: string;
  secrets: Record<string, string>;
}

const hash = (algo: string, text: string) => createHash(algo).update(text).digest('hex');
const hmac = (algo: string, key: string | undefined, text: string, enc: 'hex' | 'base64url' = 'hex') =>
  createHmac(algo, key ?? '')
    .update(text)
    .digest(enc);

const subIdFixture = (id: string, rest: Partial<WallFixture>): WallFixture => ({
  id,
  settings: { apiKey: 'public-key' },
  secrets: { secretKey: `${id} secret` },
  credit: { subId: '{user}', transId: '{tx}', reward: '{points}', payout: '1.00', status: '1' },
  reversal: { status: '2' },
  test: { debug: '1' },
  points: 'reward',
  revenueMicros: '1000000',
  signed: ['subId', 'transId', 'reward'],
  prove: ({ p, secrets }) => ({
    params: { signature: hash('md5', `${p.subId}${p.transId}${p.reward ?? ''}${secrets.secretKey}`) },
  }),
  ...rest,
});

/** `sandboxKey` is the key of the development wall. */
export const wallFixtures = (sandboxKey: string): WallFixture[] => [
  {
    id: 'cpx',
    settings: { appId: '1234' },
    secrets: { appSecret: 'cpx secret' },
    credit: {
      status: '1',
      trans_id: '{tx}',
      user_id: '{user}',
      amount_local: '{points}',
      amount_usd: '1.5000',
      type: 'complete',
    },
    reversal: { status: '2' },
    others: [
      { sends: { type: 'out', amount_local: '0.0000' }, verdict: 'ignored' },
      { sends: { type: 'bonus' }, verdict: 'credited' },
      { sends: { status: '7' }, verdict: 'ignored' },
    ],
    points: 'amount_local',
    revenueMicros: '1500000',
    signed: ['trans_id'],
    source: '188.40.3.73',
    prove: ({ p, secrets }) => ({ params: { hash: hash('md5', `${p.trans_id}-${secrets.appSecret}`) } }),
  },
  {
    id: 'rapidoreach',
    settings: { appId: 'app1' },
    secrets: { appKey: 'app key', transactionKey: 'transaction key' },
    credit: {
      cmd: 'transactionComplete',
      userId: '{user}-app1-0123456789',
      endUserId: '{user}',
      amt: '1.50',
      currencyAmt: '{points}',
      offerInvitationId: '77',
      transactionId: '{tx}',
      status: 'C',
      offerTitle: 'Häuser & Gärten?',
    },
    others: [
      { sends: { status: 'COMPLETE' }, verdict: 'credited' },
      { sends: { status: 'F' }, verdict: 'credited' },
      { sends: { status: 'P', currencyAmt: '0' }, verdict: 'ignored' },
      { sends: { status: 'X' }, verdict: 'ignored' },
    ],
    points: 'currencyAmt',
    revenueMicros: '1500000',
    signed: ['transactionId', 'offerInvitationId'],
    prove: ({ p, secrets }) => ({
      params: {
        oiHash: hash('md5', `${p.offerInvitationId}${secrets.appKey}`),
        txnHash: hash('md5', `${p.transactionId}${secrets.transactionKey}`),
      },
    }),
  },
  {
    id: 'theoremreach',
    settings: { apiKey: 'public-key' },
    secrets: { secretKey: 'theorem secret' },
    credit: { user_id: '{user}', reward: '{points}', currency: '1.50', tx_id: '{tx}', offer: 'A & B' },
    reversal: { reversal: 'true' },
    test: { debug: 'true' },
    points: 'reward',
    revenueMicros: '1500000',
    signed: ['user_id', 'reward', 'currency', 'tx_id'],
    prove: ({ url, secrets }) => ({ params: { hash: hmac('sha1', secrets.secretKey, url, 'base64url') } }),
  },
  {
    id: 'adgate',
    settings: { wallId: 'wall1' },
    secrets: { token: 'adgate token' },
    credit: {
      conversion_id: '{tx}',
      s1: '{user}',
      points: '{points}',
      payout: '1.5',
      vc_title: 'Spiel für dich',
      state: 'approved',
    },
    reversal: { state: 'rejected' },
    others: [
      { sends: { state: 'pending' }, verdict: 'pending' },
      { sends: { state: 'other' }, verdict: 'ignored' },
      { sends: { points: '0' }, verdict: 'ignored' },
    ],
    about: {
      sends: { event_id: 'e-7', s2: '{click}' },
      kept: { offerId: null, goalId: 'e-7', goalName: null },
      unpaid: { points: '0', payout: '0' },
    },
    points: 'points',
    revenueMicros: '1500000',
    signed: [],
    source: '52.42.57.125',
    prove: ({ secrets }) => ({ params: { token: secrets.token ?? '' } }),
  },
  {
    id: 'adgem',
    settings: { appId: '42' },
    secrets: { postbackKey: 'adgem key' },
    credit: {
      request_id: 'r-1',
      'data.player_id': '{user}',
      'data.amount': '{points}',
      'data.payout': '1.5',
      'data.conversion_id': '{tx}',
      'data.conversion_type': 'reward',
    },
    others: [{ sends: { 'data.conversion_type': 'install' }, verdict: 'ignored' }],
    about: {
      sends: {
        'data.campaign_id': '4711',
        'data.offer_name': 'Castle Quest',
        'data.goal_id': 'g-7',
        'data.goal_name': 'Reach level 10',
        'data.c1': '{click}',
      },
      kept: { offerId: '4711', goalId: 'g-7', goalName: 'Reach level 10' },
      unpaid: { 'data.conversion_type': 'install', 'data.amount': '0' },
    },
    points: 'data.amount',
    revenueMicros: '1500000',
    signed: ['request_id', 'data.player_id', 'data.amount', 'data.payout', 'data.conversion_id'],
    body: 'json',
    prove: ({ body, secrets }) => ({ headers: { Signature: hmac('sha256', secrets.postbackKey, body) } }),
  },
  {
    id: 'ayet',
    settings: { adslotId: '77' },
    secrets: { apiKey: 'ayet key' },
    credit: {
      callback_type: 'conversion',
      transaction_id: '{tx}',
      external_identifier: '{user}',
      currency_amount: '{points}',
      payout_usd: '1.5',
      is_chargeback: '0',
    },
    reversal: {
      callback_type: 'chargeback',
      transaction_id: 'r-{tx}',
      currency_amount: '-{points}',
      is_chargeback: '1',
    },
    about: {
      sends: {
        offer_id: '4711',
        offer_name: 'Castle Quest',
        task_uuid: 'g-7',
        task_name: 'Reach level 10',
        custom_1: '{click}',
      },
      kept: { offerId: '4711', goalId: 'g-7', goalName: 'Reach level 10' },
      unpaid: { callback_type: 'installation', currency_amount: '0', payout_usd: '0' },
    },
    points: 'currency_amount',
    revenueMicros: '1500000',
    signed: [
      'callback_type',
      'transaction_id',
      'external_identifier',
      'currency_amount',
      'payout_usd',
      'is_chargeback',
    ],
    prove: ({ p, secrets }) => {
      const sorted = Object.keys(p).sort();
      const text = new URLSearchParams(sorted.map((name) => [name, p[name] ?? ''])).toString();
      return { headers: { 'X-Ayetstudios-Security-Hash': hmac('sha256', secrets.apiKey, text) } };
    },
  },
  {
    id: 'bitlabs',
    settings: { appToken: 'public-token' },
    secrets: { appSecret: 'bitlabs secret' },
    credit: {
      uid: '{user}',
      val: '{points}',
      usd: '1.5',
      tx: '{tx}',
      ref: '{tx}',
      state: 'COMPLETED',
    },
    reversal: { state: 'RECONCILED' },
    others: [
      { sends: { state: 'PENDING' }, verdict: 'pending' },
      { sends: { state: '', type: 'COMPLETE', ref: '' }, verdict: 'credited' },
      { sends: { state: '', type: 'SCREENOUT' }, verdict: 'credited' },
      { sends: { state: '', type: 'START_BONUS' }, verdict: 'credited' },
      { sends: { state: '', type: 'RECONCILIATION' }, verdict: 'ignored' },
      { sends: { state: 'ANOTHER' }, verdict: 'ignored' },
    ],
    about: {
      sends: {
        offer: '4711',
        name: 'Castle Quest',
        goal: 'g-7',
        goal_name: 'Reach level 10',
        click: '{click}',
      },
      kept: { offerId: '4711', goalId: 'g-7', goalName: 'Reach level 10' },
      unpaid: { val: '0', usd: '0' },
    },
    points: 'val',
    revenueMicros: '1500000',
    signed: ['uid', 'val', 'usd', 'tx', 'ref', 'state'],
    prove: ({ url, secrets }) => ({ params: { hash: hmac('sha1', secrets.appSecret, url) } }),
  },
  {
    id: 'lootably',
    settings: { placementId: 'placement' },
    secrets: { postbackSecret: 'lootably secret' },
    credit: {
      transactionID: '{tx}',
      userID: '{user}',
      currencyReward: '{points}',
      revenue: '1.5',
      status: '1',
      ip: '203.0.113.7',
    },
    reversal: { status: '0' },
    about: {
      sends: {
        offerID: '4711',
        offerName: 'Castle Quest',
        goalID: 'g-7',
        goalName: 'Reach level 10',
        sid2: '{click}',
      },
      kept: { offerId: '4711', goalId: 'g-7', goalName: 'Reach level 10' },
      unpaid: { currencyReward: '0', revenue: '0' },
    },
    points: 'currencyReward',
    revenueMicros: '1500000',
    signed: ['userID', 'ip', 'revenue', 'currencyReward'],
    prove: ({ p, secrets }) => ({
      params: {
        hash: hash(
          'sha256',
          `${p.userID}${p.ip}${p.revenue}${p.currencyReward ?? ''}${secrets.postbackSecret}`,
        ),
      },
    }),
  },
  {
    id: 'torox',
    settings: { pubId: '1', appId: '2' },
    secrets: { secretKey: 'torox secret' },
    credit: { id: '{tx}', oid: '4711', user_id: '{user}', amount: '{points}', payout: '1.5' },
    reversal: { amount: '-{points}' },
    negativeIsReversal: true,
    points: 'amount',
    revenueMicros: '1500000',
    signed: ['oid', 'user_id'],
    source: '54.175.173.245',
    prove: ({ p, secrets }) => ({
      params: { sig: hash('md5', `${p.oid}-${p.user_id}-${secrets.secretKey}`) },
    }),
  },
  subIdFixture('wannads', {
    credit: {
      subId: '{user}',
      transId: '{tx}',
      uuid: 'click-{tx}',
      reward: '{points}',
      payout: '1.00',
      status: '1',
    },
    reversal: { status: '2', transId: 'chargeback-of-{tx}' },
  }),
  subIdFixture('revlum', { body: 'form' }),
  subIdFixture('bitcotasks', { body: 'form' }),
  {
    id: 'notik',
    settings: { apiKey: 'public-key', pubId: '1', appId: '2' },
    secrets: { secretKey: 'notik secret' },
    credit: { user_id: '{user}', amount: '{points}', payout: '1.00', offer_id: '5', txn_id: '{tx}' },
    reversal: { amount: '-{points}' },
    negativeIsReversal: true,
    points: 'amount',
    revenueMicros: '1000000',
    signed: ['user_id', 'amount', 'payout', 'offer_id', 'txn_id'],
    prove: ({ url, secrets }) => ({ params: { hash: hmac('sha1', secrets.secretKey, url) } }),
  },
  {
    id: 'kiwiwall',
    settings: { wallId: 'wall1' },
    secrets: { secretKey: 'kiwi secret' },
    credit: { status: '1', trans_id: '{tx}', sub_id: '{user}', gross: '1.5', amount: '{points}' },
    reversal: { status: '2', amount: '-{points}' },
    points: 'amount',
    revenueMicros: '1500000',
    signed: ['sub_id', 'amount'],
    source: '34.193.235.172',
    prove: ({ p, secrets }) => ({
      params: { signature: hash('md5', `${p.sub_id}:${p.amount ?? ''}:${secrets.secretKey}`) },
    }),
  },
  {
    id: 'pubscale',
    settings: { appId: '1' },
    secrets: { secretKey: 'pubscale secret' },
    credit: { user_id: '{user}', value: '{points}', token: '{tx}' },
    points: 'value',
    revenueMicros: null,
    signed: ['user_id', 'value', 'token'],
    prove: ({ p, secrets }) => {
      const whole = wholePart(p.value ?? '');
      return { params: { signature: hash('md5', `${secrets.secretKey}.${p.user_id}.${whole}.${p.token}`) } };
    },
  },
  {
    id: 'monlix',
    settings: { appId: '1' },
    secrets: { secretKey: 'monlix secret' },
    credit: {
      transactionId: '{tx}',
      userId: '{user}',
      rewardValue: '{points}',
      payout: '1.5',
      status: '1',
      taskName: 'Earn "money" easily',
    },
    reversal: { status: '2' },
    points: 'rewardValue',
    revenueMicros: '1500000',
    signed: [],
    prove: ({ secrets }) => ({ params: { secretKey: secrets.secretKey ?? '' } }),
  },
  {
    id: 'sandbox',
    settings: {},
    secrets: { key: sandboxKey },
    credit: { tx: '{tx}', user: '{user}', points: '{points}', payout: '1.875', status: 'completed' },
    reversal: { status: 'reversed' },
    test: { test: '1' },
    points: 'points',
    revenueMicros: '1875000',
    signed: ['tx', 'user', 'points', 'payout', 'status'],
    prove: ({ p, secrets }) => {
      const query = new URLSearchParams(p);
      query.sort();
      return { params: { signature: hmac('sha256', secrets.key, query.toString()) } };
    },
  },
];

/** PubScale hashes the whole part of a number. */
const wholePart = (value: string) =>
  /^-?\d+(\.\d*)?$/.test(value) ? String(BigInt(value.split('.')[0] ?? '')) : value;
