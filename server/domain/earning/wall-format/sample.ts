import { POINTS_PER_DOLLAR } from '#contract/points.ts';
import { holds } from './conditions.ts';
import type { Cond, ConfiguredWall } from './definition.ts';
import { movesPoints, type PostbackCall, readPostback } from './read-postback.ts';
import { rawRequestOf, type SignedCall, signPostback } from './sign.ts';

export interface SampleValues {
  /** Id of the provider transaction that is credited or taken back. */
  transactionId: string;
  /** The code by which the wall knows the member. */
  memberCode: string;
  /** Whole points. */
  points: number;
}

const SAMPLE_ADDRESS = '203.0.113.7';

/**
 * Composes a signed postback that this wall reads as a credit or a reversal, from its definition alone. Undefined if
 * the wall has no such call.
 */
export function samplePostback(
  wall: ConfiguredWall,
  outcome: 'credit' | 'reverse',
  values: SampleValues,
  origin: string,
): SignedCall | undefined {
  const { outcomes, otherwise } = wall.definition.postback;
  const ways = outcomes.filter(({ then }) => then === outcome).map(({ when }) => when);
  for (const when of outcome === otherwise ? [...ways, []] : ways) {
    const call = signPostback(wall, [...parametersFor(wall, outcome, values, when)], origin);
    const read = readPostback(wall, rawRequestOf(wall, call), origin);
    if (movesPoints(read) && read.kind === outcome && namesSample(wall, read, values)) return call;
  }
  return undefined;
}

/** Composes a signed credit with the wall's mark of a test call; undefined if the wall has no mark. */
export function signTest(wall: ConfiguredWall, values: SampleValues, origin: string): SignedCall | undefined {
  const { outcomes, test = [] } = wall.definition.postback;
  const credits = outcomes.filter(({ then }) => then === 'credit').map(({ when }) => when);
  for (const mark of test) {
    for (const when of [...credits, []]) {
      const call = signPostback(wall, [...parametersFor(wall, 'credit', values, [...when, mark])], origin);
      if (readPostback(wall, rawRequestOf(wall, call), origin).kind === 'test') return call;
    }
  }
  return undefined;
}

/** A reversal that shares a reference with its credit has an id of its own. */
function namesSample(wall: ConfiguredWall, read: PostbackCall, { transactionId }: SampleValues): boolean {
  const shares = wall.definition.postback.reversalTarget?.from === 'shared';
  return shares ? read.reference === transactionId : read.transactionId === transactionId;
}

function parametersFor(
  wall: ConfiguredWall,
  outcome: 'credit' | 'reverse',
  { transactionId, memberCode, points }: SampleValues,
  when: Cond[],
): Map<string, string> {
  const { fields, reversalTarget } = wall.definition.postback;
  const reversed = outcome === 'reverse' ? reversalTarget : undefined;
  const named = `${reversed?.stripPrefix ?? ''}${transactionId}`;
  const dollars = (points / POINTS_PER_DOLLAR).toFixed(2);
  const parameters = new Map<string, string>();
  const set = (name: string | undefined, value: string) => {
    if (name !== undefined) parameters.set(name, value);
  };
  set(fields.tx, reversed && reversed.from !== 'tx' ? `reversal-of-${transactionId}` : named);
  set(fields.user, memberCode);
  set(fields.usd, fields.usdScale === 0.01 ? String(points) : dollars);
  set(fields.points, String(points));
  set(fields.offerId, 'sample');
  set(fields.goalId, 'sample-goal');
  set(fields.goalName, 'Sample goal');
  set(fields.offerName, 'Sample offer');
  set(fields.ip, SAMPLE_ADDRESS);
  if (reversed?.from === 'refTx' || reversalTarget?.from === 'shared') set(fields.refTx, named);
  for (const cond of when) if (!holds(cond, parameters)) set(cond.field, satisfying(cond, points));
  return parameters;
}

/** A value for which the condition holds, as far as it can be guessed without the meaning of its field. */
function satisfying({ op, value }: Cond, points: number): string {
  const first = Array.isArray(value) ? value[0] : value;
  if (op === 'lt') return `-${points}`;
  if (op === 'gt') return String(points);
  return first ?? '1';
}
