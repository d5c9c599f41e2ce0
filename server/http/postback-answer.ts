import { Counter, Gauge } from 'prom-client';
import { type ConfiguredWall, type Intake, type RawRequest, receivePostback } from '#domain/earning/index.ts';

/** Statuses whose answers have no body (RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5). */
const BODILESS = [204, 205, 304];
/** When a wall may come again after an answer that this process is overloaded. */
const OVERLOAD_RETRY_AFTER_SECONDS = 10;
const HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};
const OVERLOAD_HEADERS = { ...HEADERS, 'Retry-After': String(OVERLOAD_RETRY_AFTER_SECONDS) };

const postbacks = new Counter({
  name: 'postbacks_total',
  help: 'Postbacks by wall and by what became of them',
  labelNames: ['wall', 'verdict'],
});
const unlogged = new Counter({
  name: 'postbacks_unlogged_total',
  help: 'Postbacks that are counted here and in no log: forged beyond the cap of a minute, or refused by overload',
  labelNames: ['wall', 'verdict'],
});
const pending = new Gauge({ name: 'postbacks_pending', help: 'Postbacks that wait for their answer' });

/** Applies a postback and answers it in the wall's own words, counted. */
export async function answerPostback(
  intake: Intake,
  wall: ConfiguredWall,
  request: RawRequest,
): Promise<Response> {
  pending.inc();
  const { verdict, ack, logged } = await receivePostback(intake, wall, request).finally(() => pending.dec());
  const labels = { wall: wall.definition.id, verdict };
  postbacks.inc(labels);
  if (!logged) unlogged.inc(labels);
  const overloaded = verdict === 'overloaded';
  const status = overloaded ? overloadStatus(ack.status) : ack.status;
  return new Response(BODILESS.includes(status) ? null : ack.body, {
    status,
    headers: overloaded ? OVERLOAD_HEADERS : HEADERS,
  });
}

/** 503 (RFC 9110 section 15.6.4), unless the wall is asked to repeat by the body of an answer that counts as a success. */
const overloadStatus = (retryStatus: number): number => (retryStatus < 400 ? retryStatus : 503);
