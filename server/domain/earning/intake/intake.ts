import type { Database, Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { isListed } from '#domain/earning/wall-format/addresses.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import { openBatches } from './batches.ts';
import { bindProofs, type ProvenValues } from './bind-proofs.ts';
import { type ArrivedCredit, creditTogether } from './credit-together.ts';
import { type ForgedCap, openForgedCap } from './forged-cap.ts';
import type { Verdict } from './postback-log.ts';

/** Calls that one process takes on before it asks the walls to come again; each holds at most about 20 kB. */
export const INTAKE_PENDING_MAX = 2_000;
/** Batches of credits under way at once: one is committed while the other one is written. */
const BATCHES_IN_FLIGHT_MAX = 2;
/** Keeps a batch at some ten milliseconds. */
export const BATCH_SIZE_MAX = 128;
/** The second batch waits for so many calls, but no longer than this: a small one costs almost as much as a large one. */
const GATHER = { size: 48, ms: 3 };
/** Calls that are settled alone at once; with the batches they leave connections of the pool to the members' pages. */
export const ALONE_IN_FLIGHT_MAX = 4;

export interface IntakePorts {
  database: Database;
  transact: Transact;
  /** Origin under which the vendor knows this site (APP_URL). */
  origin: string;
  /** Members are told when their balance crosses it. */
  thresholdPoints: number;
  /** Told of a failure that the wall only sees as a request to repeat the call. */
  onFailure: (error: unknown) => void;
}

/** What one process has under way of the walls' calls. */
export interface Intake {
  origin: string;
  thresholdPoints: number;
  /** The room that calls without proof from this address have in the log. */
  roomOf: (wall: ConfiguredWall, ip: string) => ForgedCap;
  /** Tells that the address has sent the first credit of a transaction. */
  proven: (wall: ConfiguredWall, ip: string) => void;
  /** Counts the work as pending until it ends, or answers undefined if too much is pending. */
  admit: <T>(work: () => Promise<T>) => Promise<T> | undefined;
  /** Ties a proof to its values, see bind-proofs.ts; `other_values`: it was tied to others before. */
  bindProof: (proven: ProvenValues) => Promise<'bound' | 'other_values' | 'failed'>;
  /** Credits with whatever else has just come in. `alone`: nothing has moved. */
  creditTogether: (credit: ArrivedCredit) => Promise<Verdict | 'alone'>;
  /** Runs a transaction of its own; those of one member (`key`) one after the other. `failed` if it throws. */
  settleAlone: (key: string | undefined, work: (tx: Tx) => Promise<Verdict>) => Promise<Verdict>;
  pending: () => number;
  /** Resolves when nothing is pending. */
  drain: () => Promise<void>;
}

interface Alone {
  key: string | undefined;
  work: (tx: Tx) => Promise<Verdict>;
}

/** Opens the intake of this process. Several processes may take the same walls' calls. */
export function openIntake({ database, transact, origin, thresholdPoints, onFailure }: IntakePorts): Intake {
  const together = openBatches<ArrivedCredit, Verdict | 'alone'>({
    sizeMax: BATCH_SIZE_MAX,
    inFlightMax: BATCHES_IN_FLIGHT_MAX,
    gather: GATHER,
    // Two batches with one member would be in each other's way.
    keyOf: ({ wall, call }) => memberKey(wall.definition.id, call.memberCode),
    run: (credits) =>
      creditTogether(database, credits, thresholdPoints).catch((error) => {
        onFailure(error);
        return credits.map(() => 'failed' as const);
      }),
  });
  const proofs = openBatches<ProvenValues, 'bound' | 'other_values' | 'failed'>({
    sizeMax: BATCH_SIZE_MAX,
    inFlightMax: 1,
    keyOf: () => undefined,
    run: (proven) =>
      bindProofs(database, proven).then(
        (bound) => bound.map((same) => (same ? ('bound' as const) : ('other_values' as const))),
        (error) => {
          onFailure(error);
          return proven.map(() => 'failed' as const);
        },
      ),
  });
  const alone = openBatches<Alone, Verdict>({
    sizeMax: 1,
    inFlightMax: ALONE_IN_FLIGHT_MAX,
    keyOf: ({ key }) => key,
    run: (items) =>
      Promise.all(
        items.map(({ work }) =>
          transact(work).catch((error) => {
            onFailure(error);
            return 'failed' as const;
          }),
        ),
      ),
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
    bindProof: proofs.add,
    creditTogether: together.add,
    settleAlone: (key, work) => alone.add({ key, work }),
    pending: () => pending,
    drain: () => (pending === 0 ? Promise.resolve() : new Promise((resolve) => onIdle.push(resolve))),
  };
}

/** A space is in no wall's id. */
export const memberKey = (wall: string, memberCode: string): string => `${wall} ${memberCode}`;
