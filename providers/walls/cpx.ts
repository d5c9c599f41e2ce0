import type { WallDefinition } from '#domain/earning/index.ts';
import { digestIn, md5, ONE_OR_ZERO } from './parts.ts';

/**
 * CPX Research: surveys, shown by the vendor's script in five slots.
 * Source: script tag and frame from the vendor's integration pages; the postback's hash, its statuses 2 and -2 and
 * the addresses as several public integrations agree. The hash covers only the transaction, and members see the same
 * hash of their code in the embed. So only the vendor's addresses may call, and no member's code may be a
 * transaction.
 */

const slots = [
  { div_id: 'fullscreen', theme_style: 1, order_by: 2, limit_surveys: 7 },
  { div_id: 'sidebar', theme_style: 1, order_by: 1 },
  { div_id: 'single', theme_style: 3, display_mode: 1 },
  { div_id: 'notification', theme_style: 4, position: 5 },
  { div_id: 'notification2', theme_style: 4, position: 6 },
];

export const cpx: WallDefinition = {
  id: 'cpx',
  title: 'CPX Research',
  settings: ['appId'],
  secrets: ['appSecret'],
  taskType: 'survey',
  embed: {
    derive: {
      secureHash: { digest: md5('{user}-{$appSecret}') },
    },
    iframe: {
      url: 'https://offers.cpx-research.com/index.php?app_id={$appId}&ext_user_id={user}&secure_hash={$secureHash}&username={name}&email={email}&subid_1=&subid_2=',
      height: 2000,
    },
    script: {
      src: 'https://cdn.cpx-research.com/assets/js/script_tag_v2.0.js',
      globalVar: 'config',
      config: {
        general_config: {
          app_id: '{$appId|int}',
          ext_user_id: '{user}',
          // Empty unless the operator and the member agree that the wall is told.
          email: '{email}',
          username: '{name}',
          secure_hash: '{$secureHash}',
          subid_1: '',
          subid_2: '',
        },
        style_config: {
          text_color: '#2b2b2b',
          survey_box: {
            topbar_background_color: '#ffaf20',
            box_background_color: 'white',
            rounded_borders: true,
            stars_filled: 'black',
          },
        },
        script_config: slots,
        debug: false,
        useIFrame: true,
        iFramePosition: 1,
        functions: {},
      },
      slots: slots.map(({ div_id, ...options }) => ({ divId: div_id, options })),
    },
  },
  postback: {
    methods: ['GET'],
    fields: {
      tx: 'trans_id',
      user: 'user_id',
      points: 'amount_local',
      usd: 'amount_usd',
      offerId: 'offer_id',
      ip: 'ip_click',
    },
    checks: [digestIn('hash', md5('{trans_id}-{$appSecret}'))],
    ips: { list: ['188.40.3.73', '157.90.97.92', '2a01:4f8:d0a:30ff::2'], mode: 'enforce' },
    outcomes: [
      { when: [{ field: 'status', op: 'in', value: ['2', '-2'] }], then: 'reverse' },
      {
        when: [
          { field: 'type', op: 'eq', value: 'out' },
          { field: 'amount_local', op: 'lt', value: '1' },
        ],
        then: 'ignore',
      },
      { when: [{ field: 'status', op: 'eq', value: '1' }], then: 'credit' },
    ],
    otherwise: 'ignore',
    amount: 'signed',
    ack: ONE_OR_ZERO,
  },
};
