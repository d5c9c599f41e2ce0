import { Counter, Gauge } from '@prometheus-io/client';
import {
  type ConfiguredWall,
  type Intake,
  type RawRequest,
  receivePostback,
  type Verdict,
} from '#domain/earning/index.ts';

/** Statuses of responses without a body (RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5). */
const BODILESS = [204, 205, 304];
/** Retry-After of the response to a wall while this process is overloaded. */
const OVERLOAD_RETRY_AFTER_SECONDS = 10;
const HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};
const OVERLOAD_HEADERS = { ...HEADERS, 'Retry-After': String(OVERLOAD_RETRY_AFTER_SECONDS) };

/** Only these show that an address is the wall's: a repeat may be anyone's copy, a flagged call came from elsewhere. */
const FIRST_CREDITS: Verdict[] = ['credited', 'held'];

/** A response in the wall's own words; `body` is undefined if the status has none. */
export interface PostbackAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}

/** Calls since the metrics were last read, by wall and verdict. Adding here costs less than to a labelled counter. */
const tallies = {
  all: new Map<string, Map<string, number>>(),
  unlogged: new Map<string, Map<string, number>>(),
};
let underWay = 0;

new Counter({
  name: 'postbacks_total',
  help: 'Postbacks by wall and by what became of them; without a wall: their address names one that this site does not have',
  labelNames: ['wall', 'verdict'],
  collect() {
    empty(tallies.all, (labels, count) => this.inc(labels, count));
  },
});
new Counter({
  name: 'postbacks_unlogged_total',
  help: 'Postbacks that are counted here and in no log: without proof and beyond their room in the log, or refused by overload',
  labelNames: ['wall', 'verdict'],
  collect() {
    empty(tallies.unlogged, (labels, count) => this.inc(labels, count));
  },
});
new Gauge({
  name: 'postbacks_pending',
  help: 'Postbacks that wait for their answer',
  collect() {
    this.set(underWay);
  },
});

/** Applies a postback, counts it, and returns the response in the wall's own words. */
export async function answerPostback(
  intake: Intake,
  wall: ConfiguredWall,
  request: RawRequest,
): Promise<PostbackAnswer> {
  underWay += 1;
  try {
    const { verdict, ack, logged } = await receivePostback(intake, wall, request);
    if (FIRST_CREDITS.includes(verdict)) intake.proven(wall, request.ip);
    count(tallies.all, wall.definition.id, verdict);
    if (!logged) count(tallies.unlogged, wall.definition.id, verdict);
    const overloaded = verdict === 'overloaded';
    const status = overloaded ? overloadStatus(ack.status) : ack.status;
    const body = BODILESS.includes(status) ? undefined : ack.body;
    return { status, headers: overloaded ? OVERLOAD_HEADERS : HEADERS, body };
  } finally {
    underWay -= 1;
  }
}

/** Counts a call whose address names no wall of this site. No label repeats the name, as anybody can make one up. */
export const countUnknownWall = (): void => count(tallies.all, '', 'unknown_wall');

function count(tally: Map<string, Map<string, number>>, wall: string, verdict: string): void {
  let verdicts = tally.get(wall);
  if (!verdicts) {
    verdicts = new Map();
    tally.set(wall, verdicts);
  }
  verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
}

function empty(
  tally: Map<string, Map<string, number>>,
  add: (labels: { wall: string; verdict: string }, count: number) => void,
): void {
  for (const [wall, verdicts] of tally) {
    for (const [verdict, count] of verdicts) add({ wall, verdict }, count);
  }
  tally.clear();
}

/** 503 (RFC 9110 section 15.6.4), unless the wall reads the request to retry from the body of a success. */
const overloadStatus = (retryStatus: number): number => (retryStatus < 400 ? retryStatus : 503);
