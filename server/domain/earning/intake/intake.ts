import type { Announcer } from '#database/announcer.ts';
import type { Database, Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { type OnBatch, openBatches } from '#domain/common/batches.ts';
import { isListed } from '#domain/earning/wall-format/addresses.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import { bindProofs, type ProvenValues } from './bind-proofs.ts';
import type { ArrivedCall } from './by-halves.ts';
import { creditTogether } from './credit-together.ts';
import { type ForgedCap, openForgedCap } from './forged-cap.ts';
import type { Verdict } from './postback-log.ts';
import { reverseTogether } from './reverse-together.ts';

/** Calls that one process handles at once, each about 20 kB at most; beyond it walls are asked to retry. */
export const INTAKE_PENDING_MAX = 2_000;
/** Batches of credits under way at once: one commits while the next one is written. */
const BATCHES_IN_FLIGHT_MAX = 2;
/** Keeps a batch at about ten milliseconds. */
export const BATCH_SIZE_MAX = 128;
/** The second batch waits for this many calls or milliseconds, since a small batch costs almost as much as a large one. */
const GATHER = { size: 48, ms: 3 };
/** Batches of reversals under way at once. */
const REVERSALS_IN_FLIGHT_MAX = 1;
/** Calls settled alone at once. Together with the batches they leave connections of the pool to the members' pages. */
export const ALONE_IN_FLIGHT_MAX = 3;

export interface IntakePorts {
  database: Database;
  transact: Transact;
  /** Tells of what batches have moved. */
  announcer: Announcer;
  /** Origin by which the vendor knows this site (APP_URL). */
  origin: string;
  /** Members are notified when their balance reaches it. */
  thresholdPoints: number;
  /** Called with each failure; the wall is only asked to retry. */
  onFailure: (error: unknown) => void;
  onBatch?: OnBatch;
}

/** The postbacks that one process is handling. */
export interface Intake {
  origin: string;
  thresholdPoints: number;
  /** The limit for logging calls without proof from this address. */
  roomOf: (wall: ConfiguredWall, ip: string) => ForgedCap;
  /** Records that the address has sent the first credit of a transaction. */
  proven: (wall: ConfiguredWall, ip: string) => void;
  /** Counts the work as pending until it ends. Returns undefined if too much is pending. */
  admit: <T>(work: () => Promise<T>) => Promise<T> | undefined;
  /** Ties a proof to its values, see bind-proofs.ts. `other_values`: it is tied to others. */
  bindProof: (proven: ProvenValues) => Promise<'bound' | 'other_values' | 'failed'>;
  /** Credits in a batch with other calls. `alone`: nothing has moved. */
  creditTogether: (credit: ArrivedCall) => Promise<Verdict | 'alone'>;
  /** Takes credits back in a batch with other calls. `alone`: nothing has moved. */
  reverseTogether: (reversal: ArrivedCall) => Promise<Verdict | 'alone'>;
  /** Runs a transaction of its own; transactions with the same key run one after the other. `failed` if it throws. */
  settleAlone: (key: string | undefined, work: (tx: Tx) => Promise<Verdict>) => Promise<Verdict>;
  /**
   * Tells the walls of all calls that wait for their turn to retry, since the database is lost. Those under way fail with
   * their connections.
   */
  giveUpWaiting: (error: unknown) => void;
  pending: () => number;
  /** Resolves when nothing is pending. */
  drain: () => Promise<void>;
}

interface Alone {
  key: string | undefined;
  work: (tx: Tx) => Promise<Verdict>;
}

/** Opens the intake of this process. Several processes can take calls of the same walls. */
export function openIntake(ports: IntakePorts): Intake {
  const { database, transact, announcer, origin, thresholdPoints, onFailure, onBatch } = ports;
  /** A failed batch is reported once, not for each of its calls. */
  const report = (error: unknown): never => {
    onFailure(error);
    throw error;
  };
  const failed = () => 'failed' as const;
  const ended = (of: string) => (items: number, ms: number) => onBatch?.(of, items, ms);
  // Two batches with the same member would wait for each other's locks.
  const keyOf = ({ wall, call }: ArrivedCall) => memberKey(wall.definition.id, call.memberCode);
  const credits = openBatches<ArrivedCall, Verdict | 'alone'>({
    sizeMax: BATCH_SIZE_MAX,
    inFlightMax: BATCHES_IN_FLIGHT_MAX,
    gather: GATHER,
    keyOf,
    run: (calls) => creditTogether({ database, announcer, thresholdPoints }, calls).catch(report),
    onEnded: ended('credits'),
  });
  const reversals = openBatches<ArrivedCall, Verdict | 'alone'>({
    sizeMax: BATCH_SIZE_MAX,
    inFlightMax: REVERSALS_IN_FLIGHT_MAX,
    keyOf,
    run: (calls) => reverseTogether({ database, announcer }, calls).catch(report),
    onEnded: ended('reversals'),
  });
  const proofs = openBatches<ProvenValues, 'bound' | 'other_values' | 'failed'>({
    sizeMax: BATCH_SIZE_MAX,
    inFlightMax: 1,
    keyOf: () => undefined,
    run: (proven) =>
      bindProofs(database, proven).then(
        (bound) => bound.map((same) => (same ? ('bound' as const) : ('other_values' as const))),
        report,
      ),
    onEnded: ended('proofs'),
  });
  const alone = openBatches<Alone, Verdict>({
    sizeMax: 1,
    inFlightMax: ALONE_IN_FLIGHT_MAX,
    keyOf: ({ key }) => key,
    run: (items) => Promise.all(items.map(({ work }) => transact(work).catch(report))),
  });

  let pending = 0;
  let onIdle: (() => void)[] = [];
  const leave = () => {
    pending -= 1;
    if (pending > 0) return;
    for (const resolve of onIdle) resolve();
    onIdle = [];
  };
  const forged = openForgedCap();
  return {
    origin,
    thresholdPoints,
    roomOf: ({ definition }, ip) =>
      forged.of({ ip, listed: () => isListed(definition.postback.ips?.list ?? [], ip) }),
    proven: ({ definition }, ip) => forged.proven(definition.id, ip),
    admit: (work) => {
      if (pending >= INTAKE_PENDING_MAX) return undefined;
      pending += 1;
      return work().finally(leave);
    },
    bindProof: (proven) => proofs.add(proven).catch(failed),
    creditTogether: (credit) => credits.add(credit).catch(failed),
    reverseTogether: (reversal) => reversals.add(reversal).catch(failed),
    settleAlone: (key, work) => alone.add({ key, work }).catch(failed),
    giveUpWaiting: (error) => {
      for (const batches of [proofs, credits, reversals, alone]) batches.giveUpWaiting(error);
    },
    pending: () => pending,
    drain: () => (pending === 0 ? Promise.resolve() : new Promise((resolve) => onIdle.push(resolve))),
  };
}

/** Ids of walls contain no space. */
export const memberKey = (wall: string, memberCode: string): string => `${wall} ${memberCode}`;
