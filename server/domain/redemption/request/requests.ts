import type { Transact } from '#database/transaction.ts';
import { type OnBatch, openBatches } from '#domain/common/batches.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { type RewardChoice, readReward, readRewards } from '#domain/redemption/catalogue/rewards.ts';
import type { Redemption } from './list-redemptions.ts';
import {
  type Outcome,
  type RedemptionRequest,
  type RequestSettings,
  requestPlainRedemptions,
  requestRedemption,
} from './request.ts';

/** Requests that wait in a process, of all members and of one; beyond it they are asked to try again. */
const WAITING_MAX = 1_000;
const WAITING_OF_MEMBER_MAX = 20;
const BUSY_RETRY_SECONDS = 5;
/** Keeps a batch at about ten milliseconds. */
const BATCH_SIZE_MAX = 32;
const BATCHES_IN_FLIGHT_MAX = 2;
/** The second batch waits for this many requests or milliseconds. */
const GATHER = { size: 12, ms: 2 };
/** Requests made alone at once. Together with the batches they leave connections of the pool to the members' pages. */
const ALONE_IN_FLIGHT_MAX = 3;

export interface AskedReward extends Omit<RedemptionRequest, 'reward'> {
  choice: RewardChoice;
}

/** The requests for rewards that one process is handling. */
export interface Requests {
  /** Makes a redemption as `requestRedemption` does. Throws Refusal not_found for an unknown reward, busy, and what it throws. */
  ask: (asked: AskedReward) => Promise<Redemption>;
  /** Asks all who wait for their turn to try again, since the database is lost. */
  giveUpWaiting: () => void;
}

/**
 * Opens the place where this process takes requests. Those that arrive together are committed together, the first one at
 * once; whatever is not plain is committed in a transaction of its own, one at a time for each member.
 */
export function openRequests(transact: Transact, settings: RequestSettings, onBatch?: OnBatch): Requests {
  const keyOf = ({ memberId }: AskedReward) => memberId;
  const together = openBatches<AskedReward, Outcome>({
    sizeMax: BATCH_SIZE_MAX,
    inFlightMax: BATCHES_IN_FLIGHT_MAX,
    gather: GATHER,
    keyOf,
    run: (asked) => requestTogether(transact, asked, settings),
    onEnded: (items, ms) => onBatch?.('redemptions', items, ms),
  });
  const alone = openBatches<AskedReward, Redemption>({
    sizeMax: 1,
    inFlightMax: ALONE_IN_FLIGHT_MAX,
    keyOf,
    run: (items) => Promise.all(items.map((asked) => requestAlone(transact, asked, settings))),
  });
  let waiting = 0;
  const waitingOf = new Map<string, number>();
  const count = (memberId: string, more: 1 | -1) => {
    waiting += more;
    const left = (waitingOf.get(memberId) ?? 0) + more;
    if (left > 0) waitingOf.set(memberId, left);
    else waitingOf.delete(memberId);
  };
  const ask = async (asked: AskedReward) => {
    const { memberId } = asked;
    const own = waitingOf.get(memberId) ?? 0;
    if (waiting >= WAITING_MAX || own >= WAITING_OF_MEMBER_MAX) throw busy();
    count(memberId, 1);
    try {
      const outcome = await together.add(asked);
      if (outcome instanceof Refusal) throw outcome;
      return outcome === 'alone' ? await alone.add(asked) : outcome;
    } finally {
      count(memberId, -1);
    }
  };
  return {
    ask,
    giveUpWaiting: () => {
      for (const batches of [together, alone]) batches.giveUpWaiting(busy());
    },
  };
}

const busy = () => new Refusal('busy', { retryAfter: BUSY_RETRY_SECONDS });

function requestAlone(
  transact: Transact,
  asked: AskedReward,
  settings: RequestSettings,
): Promise<Redemption> {
  return transact(async (tx) => {
    const reward = await readReward(tx, asked.choice);
    return requestRedemption(tx, { ...asked, reward }, settings);
  });
}

/** If one of them fails, each is to be made alone. Of a member with several, the first is made. */
async function requestTogether(
  transact: Transact,
  asked: AskedReward[],
  settings: RequestSettings,
): Promise<Outcome[]> {
  const firsts = new Map(asked.toReversed().map((each) => [each.memberId, each]));
  try {
    return await transact(async (tx) => {
      const rewards = await readRewards(
        tx,
        asked.map(({ choice }) => choice),
      );
      const outcomes = asked.map((each, n): RedemptionRequest | Refusal | 'alone' => {
        if (firsts.get(each.memberId) !== each) return 'alone';
        const reward = rewards[n];
        return reward ? { ...each, reward } : new Refusal('not_found');
      });
      const requests = outcomes.filter(isRequest);
      const made = (await requestPlainRedemptions(tx, requests, settings)).values();
      return outcomes.map((outcome) => (isRequest(outcome) ? (made.next().value ?? 'alone') : outcome));
    });
  } catch (error) {
    // What has been committed, if only the answer is lost, is found by its request id.
    if (asked.length === 1) throw error;
    return asked.map(() => 'alone');
  }
}

const isRequest = (outcome: RedemptionRequest | Refusal | 'alone'): outcome is RedemptionRequest =>
  outcome !== 'alone' && !(outcome instanceof Refusal);
