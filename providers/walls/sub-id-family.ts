import type { WallDefinition } from '#domain/earning/index.ts';
import { byValue, digestIn, md5 } from './parts.ts';

/**
 * Walls of one family: Wannads, Revlum, BitcoTasks and others share parameters, statuses and signature. `reward` and
 * `payout` are never negative; `status` says whether they are added (1) or taken back (2).
 * Source: wannads.com/documentation, revlum.com/documentation and bitcotasks.com/docs; the frames of Wannads and
 * Revlum as several public integrations agree.
 */
function subIdWall(own: {
  id: string;
  title: string;
  frame: string;
  /** The parameter that a chargeback shares with its credit, if it has a `transId` of its own. */
  shared?: string;
  methods: WallDefinition['postback']['methods'];
  offerId?: string;
  offerName: string;
  answers: { ok: string; duplicate: string };
}): WallDefinition {
  const { ok, duplicate } = own.answers;
  return {
    id: own.id,
    title: own.title,
    settings: ['apiKey'],
    secrets: ['secretKey'],
    embed: { iframe: { url: own.frame, height: 800 } },
    postback: {
      methods: own.methods,
      ...(own.methods.includes('POST') ? { body: 'form' as const } : {}),
      fields: {
        tx: 'transId',
        user: 'subId',
        points: 'reward',
        usd: 'payout',
        ...(own.offerId ? { offerId: own.offerId } : {}),
        offerName: own.offerName,
        ip: 'userIp',
        ...(own.shared ? { refTx: own.shared } : {}),
      },
      ...(own.shared ? { reversalTarget: { from: 'shared' as const } } : {}),
      checks: [digestIn('signature', md5('{subId}{transId}{reward}{$secretKey}'))],
      test: [{ field: 'debug', op: 'eq', value: '1' }],
      outcomes: byValue('status', { 1: 'credit', 2: 'reverse' }),
      otherwise: 'ignore',
      amount: 'absolute',
      ack: {
        ok: { status: 200, body: ok },
        duplicate: { status: 200, body: duplicate },
        badSignature: { status: 403, body: 'ERROR' },
        unknownUser: { status: 200, body: ok },
        retry: { status: 503, body: 'ERROR' },
      },
    },
  };
}

/**
 * A chargeback of Wannads has a new `transId`; only `uuid`, the click, is the same, and a click can have several
 * conversions. Of the two the signature covers only `transId`, so only `transId` can distinguish conversions.
 */
export const wannads = subIdWall({
  id: 'wannads',
  title: 'Wannads',
  frame: 'https://earn.wannads.com/wall?apiKey={$apiKey}&userId={user}',
  shared: 'uuid',
  methods: ['GET'],
  offerId: 'campaign_id',
  offerName: 'campaign_name',
  answers: { ok: 'OK', duplicate: 'DUP' },
});

export const revlum = subIdWall({
  id: 'revlum',
  title: 'Revlum',
  frame: 'https://revlum.com/offerwall/{$apiKey}/{user}',
  methods: ['GET', 'POST'],
  offerId: 'offerId',
  offerName: 'offerName',
  answers: { ok: 'OK', duplicate: 'OK' },
});

/** Repeats a call until the response is exactly `ok`. */
export const bitcotasks = subIdWall({
  id: 'bitcotasks',
  title: 'BitcoTasks',
  frame: 'https://bitcotasks.com/offerwall/{$apiKey}/{user}',
  methods: ['POST'],
  offerName: 'offer_name',
  answers: { ok: 'ok', duplicate: 'ok' },
});
