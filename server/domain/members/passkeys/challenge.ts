import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '#database/client.ts';
import { readClock } from '#database/clock.ts';

/** How long a browser may take to answer: its user looks for a telephone or types a PIN. */
export const CHALLENGE_SECONDS = 300;

const RANDOM_BYTES = 16;
const END_BYTES = 4;
const MAC_BYTES = 32;

/** What a challenge may be answered for: `['sign-in']`, or a purpose with the member and the session. */
export type ChallengeSubject = readonly string[];

/**
 * Returns a challenge for one purpose, in base64url: random bytes, the time of its end, and an HMAC-SHA-256 of both and
 * the subject. Nothing is stored until it is answered, so that visitors who only look write nothing.
 */
export async function makeChallenge(
  database: Database | Tx,
  key: Buffer,
  subject: ChallengeSubject,
): Promise<Uint8Array<ArrayBuffer>> {
  const head = Buffer.alloc(RANDOM_BYTES + END_BYTES);
  randomBytes(RANDOM_BYTES).copy(head);
  head.writeUInt32BE(
    Math.floor((await readClock(database)).getTime() / 1000) + CHALLENGE_SECONDS,
    RANDOM_BYTES,
  );
  return Uint8Array.from(Buffer.concat([head, sign(key, subject, head)]));
}

/** Whether the challenge was made here for this subject. It may have ended or been answered: see `spendChallenge`. */
export function isOurChallenge(key: Buffer, subject: ChallengeSubject, challenge: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== RANDOM_BYTES + END_BYTES + MAC_BYTES) return false;
  const head = bytes.subarray(0, RANDOM_BYTES + END_BYTES);
  return timingSafeEqual(bytes.subarray(head.length), sign(key, subject, head));
}

/** Uses a challenge of ours up. Returns false if it has ended or was answered before; of parallel answers one wins. */
export async function spendChallenge(tx: Tx, challenge: string): Promise<boolean> {
  const head = Buffer.from(challenge, 'base64url').subarray(0, RANDOM_BYTES + END_BYTES);
  const { rows } = await sql`
    insert into passkey_challenges (id, expires_at)
    select ${head}, to_timestamp(${head.readUInt32BE(RANDOM_BYTES)}::bigint)
    where to_timestamp(${head.readUInt32BE(RANDOM_BYTES)}::bigint) > now()
    on conflict (id) do nothing returning id`.execute(tx);
  return rows.length > 0;
}

const sign = (key: Buffer, subject: ChallengeSubject, head: Buffer) =>
  createHmac('sha256', key).update(JSON.stringify(subject)).update(head).digest();
