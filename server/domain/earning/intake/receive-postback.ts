import type { Tx } from '#database/client.ts';
import type { Ack, AckKind, ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import {
  type IdleCall,
  movesPoints,
  type PostbackCall,
  readPostback,
} from '#domain/earning/wall-format/read-postback.ts';
import type { RawRequest } from '#domain/earning/wall-format/request.ts';
import { looksLikeCode } from '#domain/earning/walls/member-code.ts';
import { notifyOfCredits } from '#domain/notices/index.ts';
import type { ArrivedCall } from './by-halves.ts';
import type { ForgedCap } from './forged-cap.ts';
import { type Intake, memberKey } from './intake.ts';
import { logPostback, type Receipt, type Verdict } from './postback-log.ts';
import { recordEvent } from './record-event.ts';
import { EMPTIED, redactedRaw } from './redact.ts';
import { type Settlement, settle } from './settle.ts';

/** Which of the wall's acknowledgements each verdict gets. */
const ACKS: Record<Verdict, AckKind> = {
  credited: 'ok',
  held: 'ok',
  flagged: 'ok',
  netted: 'ok',
  reversed: 'ok',
  reversed_early: 'ok',
  test: 'ok',
  pending: 'ok',
  ignored: 'ok',
  duplicate: 'duplicate',
  conflict: 'duplicate',
  unknown_user: 'unknownUser',
  bad_signature: 'badSignature',
  refused: 'badSignature',
  failed: 'retry',
  overloaded: 'retry',
};
const LAST_LOGGED = 'more calls without proof are only counted for a while';

export interface Received {
  verdict: Verdict;
  ack: Ack;
  /** False for a call that is only counted. */
  logged: boolean;
}

/**
 * Proves a postback, applies it and returns the wall's acknowledgement. It returns after the commit, so every
 * acknowledged call is stored. A call that is not proven reserves nothing.
 */
export async function receivePostback(
  intake: Intake,
  wall: ConfiguredWall,
  request: RawRequest,
): Promise<Received> {
  const started = performance.now();
  const answer = (verdict: Verdict, logged = true) => ({
    verdict,
    ack: wall.definition.postback.ack[ACKS[verdict]],
    logged,
  });
  const admitted = intake.admit(async () => {
    const call = readPostback(wall, request, intake.origin);
    const toLog =
      call.kind === 'bad_signature' ? forgedToLog(intake.roomOf(wall, request.ip), wall, call) : call;
    if (!toLog) return answer('bad_signature', false);
    const receipt: Receipt = {
      wall: wall.definition.id,
      sourceIp: request.ip,
      raw: redactedRaw(wall, request),
      elapsed: () => Math.round(performance.now() - started),
    };
    return answer(await apply(intake, wall, toLog, receipt));
  });
  return admitted ?? answer('overloaded', false);
}

/** Returns the call if the log takes one more of its kind. */
function forgedToLog(cap: ForgedCap, wall: ConfiguredWall, call: IdleCall): IdleCall | undefined {
  const room = cap.take(wall.definition.id);
  if (room === 'count') return undefined;
  return room === 'last' ? { ...call, reason: `${call.reason}; ${LAST_LOGGED}` } : call;
}

/**
 * Plain credits that count at once and reversals whose id says which credit they take back are settled in batches. Calls that
 * turn out to be something else are settled alone.
 */
async function apply(
  intake: Intake,
  wall: ConfiguredWall,
  call: PostbackCall | IdleCall,
  receipt: Receipt,
): Promise<Verdict> {
  for (const binding of call.bindings) {
    const bound = await intake.bindProof({ wall: wall.definition.id, ...binding });
    if (bound === 'failed') return bound;
    if (bound === 'other_values') return settleAlone(intake, wall, otherValues(call), receipt);
  }
  if (movesPoints(call) && !looksLikeCode(call.transactionId)) {
    const arrived = { wall, call, receipt };
    const verdict =
      call.kind === 'reverse'
        ? await takeBackTogether(intake, arrived)
        : await creditTogether(intake, arrived);
    if (verdict !== 'alone') return verdict;
  }
  return settleAlone(intake, wall, call, receipt);
}

async function creditTogether(intake: Intake, credit: ArrivedCall): Promise<Verdict | 'alone'> {
  const { wall, call } = credit;
  const isPlain = !call.flagged && wall.holdDays === 0 && !wall.definition.postback.reversalTarget;
  return isPlain ? intake.creditTogether(credit) : 'alone';
}

/**
 * Which credit a reversal with a reference means depends on the other credits with it, and the id of one that names its credit
 * beside it may have taken another one back.
 */
async function takeBackTogether(intake: Intake, reversal: ArrivedCall): Promise<Verdict | 'alone'> {
  const { wall, call } = reversal;
  const isPlain = call.reversalId === null || wall.definition.postback.reversalTarget?.from === 'tx';
  return isPlain ? intake.reverseTogether(reversal) : 'alone';
}

/** The digest came with other values before, so the signed text was cut at other places. */
const otherValues = ({ transactionId, memberCode }: PostbackCall | IdleCall): IdleCall => ({
  kind: 'refused',
  reason: 'the signature was used with other values before',
  transactionId,
  memberCode,
  progress: null,
  bindings: [],
});

function settleAlone(
  intake: Intake,
  wall: ConfiguredWall,
  call: PostbackCall | IdleCall,
  receipt: Receipt,
): Promise<Verdict> {
  const key = movesPoints(call) ? memberKey(receipt.wall, call.memberCode) : undefined;
  return intake.settleAlone(key, (tx) => applyAlone(tx, intake, wall, call, receipt));
}

async function applyAlone(
  tx: Tx,
  { thresholdPoints }: Intake,
  wall: ConfiguredWall,
  call: PostbackCall | IdleCall,
  receipt: Receipt,
): Promise<Verdict> {
  const settled: Settlement = movesPoints(call)
    ? await settle(tx, wall, call, receipt)
    : { verdict: call.kind, reason: call.reason, ...(await recordEvent(tx, receipt.wall, call)) };
  if (settled.credited) await notifyOfCredits(tx, [settled.credited], thresholdPoints);
  const { verdict, reason, ofFormer } = settled;
  if (verdict !== 'credited' && verdict !== 'held')
    await logPostback(tx, ofFormer ? { ...receipt, ...EMPTIED } : receipt, {
      verdict,
      reason,
      transactionId: call.transactionId,
      memberCode: ofFormer ? null : call.memberCode,
      reversal: call.kind === 'reverse',
    });
  return verdict;
}
