import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { lockMember } from '#domain/common/lock-member.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { ForgedCaps } from '#domain/earning/intake/forged-cap.ts';
import { printable } from '#domain/earning/wall-format/read-postback.ts';
import { isOver, type Limits } from '#domain/trust/index.ts';
import { creditAttempt } from './credit-attempt.ts';
import { reverseAttempt } from './reverse-attempt.ts';
import { type Attempt, lockAttempt, lockMission, lockStarted } from './rows.ts';
import { refuseOwn } from './terms.ts';

/** Parameters of a message: decoded names and values in the order they came. */
export type Parameters = readonly (readonly [name: string, value: string])[];

export type AdvertiserVerdict =
  | 'credited'
  /** The points are taken back. If it comes before the confirmation, the confirmation credits nothing. */
  | 'reversed'
  /** The click was credited or reversed before. */
  | 'duplicate'
  /** This advertiser's missions have no such click. */
  | 'unknown_click'
  /**
   * Nothing is credited: the place has expired and none is free, the mission is a draft, the member published or approved it,
   * or the click was reversed.
   */
  | 'closed'
  | 'bad_signature';

export interface AdvertiserPorts {
  transact: Transact;
  /** The key that this site shares with the advertiser. */
  keyOf: (advertiser: string) => Buffer;
  /** Bounds how many messages without proof are logged. */
  forged: ForgedCaps;
  /** Bounds how many signed messages about unknown clicks are logged: whoever has the key can make up any number of clicks. */
  limits: Limits;
  /** Members are notified when their balance reaches it. */
  thresholdPoints: number;
}

/** Messages without proof share one limit, since the advertiser in their address can be made up. */
const ANY_ADVERTISER = 'advertisers';
const SIGNATURE = 'signature';
const CLICK = 'click';
/** `reversed` takes a confirmation back. Any other value, or none, confirms. */
const STATUS = 'status';
const REVERSED = 'reversed';
const PARAMETERS_MAX = 20;
const RAW_LENGTH_MAX = 2_000;
const CLICK_ID_LENGTH_MAX = 64;

/** Returns the HMAC-SHA-256 (hex) of the parameters without the signature, sorted by name and form-encoded (WHATWG URL). */
export function signParameters(parameters: Parameters, key: Buffer): string {
  return createHmac('sha256', key).update(canonical(parameters)).digest('hex');
}

/**
 * Applies an advertiser's message: the member of a click has completed the mission, or the advertiser takes that
 * back. The signature proves the advertiser, the click id names the member; a repeated message moves nothing. The
 * message and its verdict are logged in the same transaction as the credit.
 */
export async function receiveAdvertiserPostback(
  { transact, keyOf, forged, limits, thresholdPoints }: AdvertiserPorts,
  advertiser: string,
  message: { parameters: Parameters; ip: string },
): Promise<AdvertiserVerdict> {
  const { parameters, ip } = message;
  const clickId = printable(parameterOf(parameters, CLICK) ?? '');
  const log = {
    advertiser,
    clickId: clickId.slice(0, CLICK_ID_LENGTH_MAX),
    sourceIp: ip,
    raw: canonical(parameters).slice(0, RAW_LENGTH_MAX),
  };
  const keep = (tx: Tx, verdict: AdvertiserVerdict, attemptId: string | null = null) =>
    tx
      .insertInto('missionPostbacks')
      .values({ ...log, verdict, attemptId })
      .onConflict((conflict) =>
        conflict
          .columns(['advertiser', 'verdict', 'clickId'])
          .where('verdict', '<>', sql.lit('bad_signature'))
          .doUpdateSet({ times: sql`mission_postbacks.times + 1`, lastReceivedAt: sql`now()` }),
      )
      .execute();

  if (!isSigned(parameters, keyOf(advertiser))) {
    const room = forged.of({ ip, listed: () => false });
    if (room.take(ANY_ADVERTISER) !== 'count') await transact((tx) => keep(tx, 'bad_signature'));
    return 'bad_signature';
  }
  const click = await transact((tx) => findClick(tx, advertiser, clickId));
  if (!click) {
    if (!(await isOver(limits, ['unknown_click', advertiser])))
      await transact((tx) => keep(tx, 'unknown_click'));
    return 'unknown_click';
  }
  try {
    return await transact(async (tx) => {
      const actor = `advertiser:${advertiser}`;
      const verdict =
        parameterOf(parameters, STATUS) === REVERSED
          ? await reverse(tx, click, actor)
          : await credit(tx, click, actor, thresholdPoints);
      await keep(tx, verdict, verdict === 'unknown_click' ? null : click.attemptId);
      return verdict;
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await transact((tx) => keep(tx, 'closed', click.attemptId));
    return 'closed';
  }
}

interface Click {
  id: string;
  attemptId: string;
  missionId: string;
  userId: string;
}

async function findClick(tx: Tx, advertiser: string, clickId: string): Promise<Click | undefined> {
  const click = await tx
    .selectFrom('missionAttempts')
    .innerJoin('missions', 'missions.id', 'missionAttempts.missionId')
    .select(['missionAttempts.id as attemptId', 'missionId', 'userId'])
    .where('clickId', '=', clickId)
    .where(sql`content ->> 'advertiser'`, '=', advertiser)
    .executeTakeFirst();
  return click && { id: clickId, ...click };
}

/** Locks the attempt of a click; undefined if its member has left since the click was found. */
async function lockClicked(tx: Tx, { id, missionId, userId }: Click): Promise<Attempt | undefined> {
  const attempt = await lockAttempt(tx, missionId, userId);
  return attempt?.clickId === id ? attempt : undefined;
}

async function credit(
  tx: Tx,
  click: Click,
  actor: string,
  thresholdPoints: number,
): Promise<'credited' | 'duplicate' | 'closed' | 'unknown_click'> {
  await lockMember(tx, click.userId);
  const mission = await lockMission(tx, click.missionId);
  const attempt = await lockClicked(tx, click);
  if (!attempt) return 'unknown_click';
  if (attempt.completedAt) return 'duplicate';
  if (attempt.reversedAt) return 'closed';
  // Its owner may have given it an easier address since they started it.
  await refuseOwn(tx, click.userId, mission.id);
  await creditAttempt(tx, mission, attempt, actor, thresholdPoints);
  return 'credited';
}

async function reverse(
  tx: Tx,
  click: Click,
  actor: string,
): Promise<'reversed' | 'duplicate' | 'unknown_click'> {
  await lockMember(tx, click.userId);
  const mission = await lockStarted(tx, click.missionId);
  const attempt = await lockClicked(tx, click);
  if (!attempt) return 'unknown_click';
  if (attempt.reversedAt || attempt.overruledReversalAt) return 'duplicate';
  await reverseAttempt(tx, mission, attempt, actor);
  return 'reversed';
}

/** A repeated name could be read in two ways, so such a message proves nothing. */
function isSigned(parameters: Parameters, key: Buffer): boolean {
  const names = new Set(parameters.map(([name]) => name));
  const given = parameterOf(parameters, SIGNATURE);
  if (!given || names.size !== parameters.length || parameters.length > PARAMETERS_MAX) return false;
  const expected = Buffer.from(signParameters(parameters, key));
  const actual = Buffer.from(given.toLowerCase());
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function canonical(parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of parameters) if (name !== SIGNATURE) query.append(name, value);
  query.sort();
  return query.toString();
}

const parameterOf = (parameters: Parameters, name: string) =>
  parameters.find(([other]) => other === name)?.[1];
