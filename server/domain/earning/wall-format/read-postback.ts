import { POINTS_PER_DOLLAR } from '#contract/points.ts';
import { plainLine } from '#domain/earning/feeds/plain-text.ts';
import { dollarMicros, isCanonicalDecimal, isDecimal, wholePoints } from './amount.ts';
import { holds, outcomeOf } from './conditions.ts';
import type { ConfiguredWall } from './definition.ts';
import { proofOf, signedFields } from './proof.ts';
import {
  type Parameters,
  type RawRequest,
  type ReadRequest,
  readParameters,
  UnreadableRequest,
  withoutUncovered,
} from './request.ts';
import { type Binding, bindingsOf, isFlagged, whyUnproven } from './verify.ts';

/** Longest transaction id and member code that are read. */
const ID_LENGTH_MAX = 200;
const NAME_LENGTH_MAX = 200;
/** Largest amount of a reversal: more than any credit, and an integer of the database. */
const REVERSED_POINTS_MAX = 2_147_483_647;
const CLICK_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * What a call says it is about. It is shown and decides no money, since most proofs leave it open. Null: the call does not
 * say. `clickId` is a UUID, of whomever it is.
 */
export interface CallAbout {
  clickId: string | null;
  offerId: string | null;
  goalId: string | null;
  goalName: string | null;
}

/** What a proven postback says about one provider transaction. */
export interface PostbackCall {
  kind: 'credit' | 'reverse';
  /** The provider transaction that is credited or taken back. */
  transactionId: string;
  /** What a credit and its reversal share, if the wall's reversals have ids of their own. */
  reference: string | null;
  /** The reversal's own id, if it differs from the credit's. */
  reversalId: string | null;
  /** The code by which the wall knows the member. */
  memberCode: string;
  /** Whole points. For a reversal what the wall names, 0 if it names none; with a shared reference only then. */
  points: number;
  /** What the wall says it pays the site for this credit, in whole millionths of a dollar; null if it does not say. */
  revenueMicros: bigint | null;
  offerName: string | null;
  about: CallAbout;
  /** From an address that the wall's list does not name. */
  flagged: boolean;
  bindings: Binding[];
}

/**
 * A postback that moves nothing. `bad_signature`: not proven. `refused`: proven but unusable. The others are
 * acknowledged.
 */
export interface IdleCall {
  kind: 'bad_signature' | 'refused' | 'test' | 'pending' | 'ignored';
  reason: string;
  transactionId: string | null;
  memberCode: string | null;
  /** How far the member is by this call; null if it does not say. */
  progress: { kind: 'pending' | 'step'; about: CallAbout } | null;
  /** Empty for a call that is not proven. */
  bindings: Binding[];
}

/** True for a call that may move points. */
export const movesPoints = (call: PostbackCall | IdleCall): call is PostbackCall =>
  call.kind === 'credit' || call.kind === 'reverse';

/** Reads and proves a postback. Pure: the same request and wall always give the same result. */
export function readPostback(
  wall: ConfiguredWall,
  request: RawRequest,
  origin: string,
): PostbackCall | IdleCall {
  const read = readOnce(wall, request);
  if (read instanceof UnreadableRequest) return unreadable('bad_signature', read);
  const unproven = whyUnproven(wall, request, read, origin);
  if (unproven) return { ...idle(wall, read.parameters, 'bad_signature', unproven), bindings: [] };
  const call = interpret(wall, covered(wall, request, read), isFlagged(wall, request));
  return { ...call, bindings: bindingsOf(wall, request, read, { origin, isTest: call.kind === 'test' }) };
}

/** Reads a kept postback that was proven when it arrived. One that the wall's definition can no longer read is `refused`. */
export function rereadPostback(wall: ConfiguredWall, request: RawRequest): PostbackCall | IdleCall {
  const read = readOnce(wall, request);
  if (read instanceof UnreadableRequest) return unreadable('refused', read);
  // Its proof was bound when it arrived.
  return { ...interpret(wall, covered(wall, request, read), false), bindings: [] };
}

const unreadable = (kind: IdleCall['kind'], { message }: UnreadableRequest): IdleCall => ({
  kind,
  reason: message,
  transactionId: null,
  memberCode: null,
  progress: null,
  bindings: [],
});

/** The parameters without those parts of the request that no check can cover. */
function covered(wall: ConfiguredWall, request: RawRequest, read: ReadRequest): Parameters {
  const { postback } = wall.definition;
  const narrowed = withoutUncovered(request, postback);
  return narrowed === request
    ? read.parameters
    : readParameters(narrowed, postback.body ?? 'none').parameters;
}

function readOnce(wall: ConfiguredWall, request: RawRequest): ReadRequest | UnreadableRequest {
  try {
    return readParameters(request, wall.definition.postback.body ?? 'none');
  } catch (error) {
    if (error instanceof UnreadableRequest) return error;
    throw error;
  }
}

type Unbound<Call> = Omit<Call, 'bindings'>;

function interpret(
  wall: ConfiguredWall,
  parameters: Parameters,
  flagged: boolean,
): Unbound<PostbackCall> | Unbound<IdleCall> {
  const { postback } = wall.definition;
  const answer = (kind: IdleCall['kind'], reason: string) => idle(wall, parameters, kind, reason);
  const reached = (reason: string) => ({
    ...answer('ignored', reason),
    progress: progressOf('step', aboutOf(wall, parameters)),
  });

  if (postback.test?.some((cond) => holds(cond, parameters))) return answer('test', 'a test call');
  const outcome = outcomeOf(postback, parameters);
  if (outcome === 'pending') {
    const progress = progressOf('pending', aboutOf(wall, parameters));
    return { ...answer('pending', 'not final yet'), progress };
  }
  if (outcome === 'step') return reached('a step that pays nothing');
  if (outcome === 'ignore') return answer('ignored', 'nothing to credit or to take back');

  const memberCode = parameters.get(postback.fields.user) ?? '';
  const transactionId = transactionOf(wall, parameters, outcome);
  if (!isUsableId(transactionId)) return answer('refused', 'the transaction id is missing or unusable');
  if (!isUsableId(memberCode)) return answer('refused', 'the user is missing or unusable');
  const reversalId = outcome === 'reverse' ? reversalIdOf(wall, parameters, transactionId) : null;
  // Otherwise it is the transaction's id with a prefix, which may make it longer.
  const isFree = postback.reversalTarget?.from === 'refTx';
  if (isFree && reversalId !== null && !isUsableId(reversalId))
    return answer('refused', 'the id of the reversal is unusable');

  const odd = oddPart(wall, parameters);
  if (odd) return answer('refused', `${odd} is not in the one form that it can have`);

  const reference = sharedReference(wall, parameters);
  if (reference === undefined && outcome === 'reverse') return answer('refused', 'the reference is missing');
  if (reference && !isUsableId(reference)) return answer('refused', 'the reference is unusable');

  const amount = amountOf(wall, parameters, outcome);
  if ('fault' in amount) return answer('refused', amount.fault);
  if (outcome === 'credit' && amount.points === 0) return reached(BELOW_ONE);
  // The amount says which of the credits is taken back, and so little was not credited.
  if (reference && amount.points === 0) return answer('ignored', BELOW_ONE);

  const offerName = postback.fields.offerName && parameters.get(postback.fields.offerName);
  return {
    kind: outcome,
    transactionId,
    reference: reference ?? null,
    reversalId,
    memberCode,
    points: amount.points ?? 0,
    revenueMicros: outcome === 'credit' ? revenueOf(wall, parameters) : null,
    offerName: nameOf(offerName),
    about: aboutOf(wall, parameters),
    flagged,
  };
}

const BELOW_ONE = 'the amount is below one point';

/** An id that cannot be used is none. */
function aboutOf({ definition }: ConfiguredWall, parameters: Parameters): CallAbout {
  const { fields } = definition.postback;
  const textAt = (name: string | undefined) => (name === undefined ? undefined : parameters.get(name));
  const idOf = (name: string | undefined) => {
    const id = textAt(name);
    return id !== undefined && isUsableId(id) ? id : null;
  };
  const clickId = idOf(fields.clickId)?.toLowerCase();
  return {
    clickId: clickId !== undefined && CLICK_ID.test(clickId) ? clickId : null,
    offerId: idOf(fields.offerId),
    goalId: idOf(fields.goalId),
    goalName: nameOf(textAt(fields.goalName)),
  };
}

/** A foreign name as it may stand in lists and mails; null if nothing of it can be seen. */
const nameOf = (text: string | undefined): string | null =>
  (text && plainLine(text, NAME_LENGTH_MAX)) || null;

/** Without a click and a goal, a call that pays nothing says nothing of a step. */
function progressOf(kind: 'pending' | 'step', about: CallAbout): IdleCall['progress'] {
  const { clickId, offerId, goalId } = about;
  const says = clickId !== null || goalId !== null || (kind === 'pending' && offerId !== null);
  return says ? { kind, about } : null;
}

/**
 * For a digest whose parts can slide into each other, returns the name of a part that is not in the one form of its
 * kind, since other forms leave more places to cut. Undefined if there is none.
 */
function oddPart(wall: ConfiguredWall, parameters: Parameters): string | undefined {
  const { usd, points = usd } = wall.definition.postback.fields;
  const isOdd = (name: string): boolean => {
    const value = parameters.get(name);
    if (value === undefined) return false;
    // `amountOf` refuses what is not a number.
    if (name === points) return isDecimal(value) && !isCanonicalDecimal(value);
    if (name === usd) return !isCanonicalDecimal(value);
    return value !== value.trim();
  };
  const signed = proofOf(wall).sliding.flatMap(({ digest }) => signedFields(digest));
  return signed.find(isOdd);
}

function transactionOf(wall: ConfiguredWall, parameters: Parameters, outcome: 'credit' | 'reverse'): string {
  const { fields, reversalTarget } = wall.definition.postback;
  const own = parameters.get(fields.tx) ?? '';
  if (outcome === 'credit' || !reversalTarget || reversalTarget.from === 'shared') return own;
  const source = reversalTarget.from === 'refTx' ? parameters.get(fields.refTx ?? '') : own;
  const prefix = reversalTarget.stripPrefix ?? '';
  return source?.startsWith(prefix) ? source.slice(prefix.length) : (source ?? '');
}

function reversalIdOf(
  { definition }: ConfiguredWall,
  parameters: Parameters,
  transactionId: string,
): string | null {
  const { fields, reversalTarget } = definition.postback;
  const own = parameters.get(fields.tx) || null;
  return reversalTarget?.from === 'shared' || own !== transactionId ? own : null;
}

/** Returns null if the wall's calls share no reference, undefined if this call lacks it. */
function sharedReference(wall: ConfiguredWall, parameters: Parameters): string | null | undefined {
  const { fields, reversalTarget } = wall.definition.postback;
  if (reversalTarget?.from !== 'shared') return null;
  return parameters.get(fields.refTx ?? '') || undefined;
}

/**
 * Returns the whole points of the call. For a reversal the amount may be missing, which is null, and the wall's cap is no limit,
 * since it takes back what was credited; its sign must be one that the wall uses.
 */
function amountOf(
  wall: ConfiguredWall,
  parameters: Parameters,
  outcome: 'credit' | 'reverse',
): { points: number | null } | { fault: string } {
  const { fields, amount } = wall.definition.postback;
  const text = parameters.get(fields.points ?? fields.usd ?? '');
  if (text === undefined || text === '') {
    return outcome === 'reverse' ? { points: null } : { fault: 'the amount is missing' };
  }
  const read = pointsOf(fields, text);
  if (!read) return { fault: 'the amount is not a number' };
  if (read.negative && (outcome === 'credit' || amount === 'absolute'))
    return { fault: 'the amount is negative' };
  if (outcome === 'credit' && read.points > wall.maxPoints)
    return { fault: `the amount is over ${wall.maxPoints} points` };
  return { points: Math.min(Number(read.points), REVERSED_POINTS_MAX) };
}

/**
 * The whole points of an amount that stands where this wall's postbacks have theirs; undefined if it is not a number.
 * What a feed of the wall promises is computed by it too, so that both are the same.
 */
export function pointsOf(
  { points, usdScale }: { points?: string | undefined; usdScale?: 0.01 | 1 | undefined },
  amount: string,
): ReturnType<typeof wholePoints> {
  const inDollars = points === undefined && usdScale !== 0.01;
  return wholePoints(amount, inDollars ? BigInt(POINTS_PER_DOLLAR) : 1n);
}

/** An unusable revenue is ignored, since it moves nothing and most proofs do not cover it. */
function revenueOf(wall: ConfiguredWall, parameters: Parameters): bigint | null {
  const { usd, usdScale } = wall.definition.postback.fields;
  const text = usd === undefined ? undefined : parameters.get(usd);
  return text === undefined ? null : (dollarMicros(text, usdScale === 0.01 ? 'cents' : 'dollars') ?? null);
}

function idle(
  wall: ConfiguredWall,
  parameters: Parameters,
  kind: IdleCall['kind'],
  reason: string,
): Unbound<IdleCall> {
  const { tx, user } = wall.definition.postback.fields;
  const short = (name: string) => {
    const value = parameters.get(name);
    return value === undefined ? null : printable(value).slice(0, ID_LENGTH_MAX);
  };
  return { kind, reason, transactionId: short(tx), memberCode: short(user), progress: null };
}

/** U+FFFD stands for bytes that are not UTF-8, and for half a surrogate pair, so two different ids could become the same. */
const isUsableId = (id: string): boolean =>
  id !== '' && id.length <= ID_LENGTH_MAX && id.isWellFormed() && !/[\p{Cc}\uFFFD]/u.test(id);

/** PostgreSQL cannot store U+0000, and half of a surrogate pair is not valid text. */
export const printable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');
