import type { Transact } from '#database/transaction.ts';
import type { Ack, AckKind, ConfiguredWall } from './definition.ts';
import { type IdleCall, movesPoints, type PostbackCall, readPostback } from './engine/read-postback.ts';
import type { RawRequest } from './engine/request.ts';
import { logPostback, type Receipt, type Verdict } from './postback-log.ts';
import { redactedRaw } from './redact.ts';
import { settle } from './settle.ts';

export interface PostbackPorts {
  transact: Transact;
  /** Origin under which the vendor knows this site (APP_URL). */
  origin: string;
  /** Told of a failure that the wall only sees as a request to repeat the call. */
  onFailure: (error: unknown) => void;
}

/** The answer in the wall's own words for each verdict. */
const ACKS: Record<Verdict, AckKind> = {
  credited: 'ok',
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
};

/**
 * Proves a postback, applies it in one transaction and answers what the wall is to be told. The acknowledgement is
 * given after the commit, so that whatever is acknowledged is stored. A call that is not proven reserves nothing.
 */
export async function receivePostback(
  ports: PostbackPorts,
  wall: ConfiguredWall,
  request: RawRequest,
): Promise<{ verdict: Verdict; ack: Ack }> {
  const started = performance.now();
  const receipt: Receipt = {
    wall: wall.definition.id,
    sourceIp: request.ip,
    raw: redactedRaw(wall, request),
    elapsed: () => Math.round(performance.now() - started),
  };
  const verdict = await apply(ports, wall, readPostback(wall, request, ports.origin), receipt);
  return { verdict, ack: wall.definition.postback.ack[ACKS[verdict]] };
}

async function apply(
  { transact, onFailure }: PostbackPorts,
  wall: ConfiguredWall,
  call: PostbackCall | IdleCall,
  receipt: Receipt,
): Promise<Verdict> {
  try {
    return await transact(async (tx) => {
      const settled = movesPoints(call)
        ? await settle(tx, wall, call, receipt)
        : { verdict: call.kind, reason: call.reason };
      const { transactionId, memberCode } = call;
      if (settled.verdict !== 'credited')
        await logPostback(tx, receipt, { ...settled, transactionId, memberCode });
      return settled.verdict;
    });
  } catch (error) {
    onFailure(error);
    return 'failed';
  }
}
