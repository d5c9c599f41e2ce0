import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { STAFF_ROLES } from '#contract/staff.values.ts';
import type { Database, Tx } from '#database/client.ts';
import { readClock } from '#database/clock.ts';
import { decrypt, encrypt } from '#domain/common/encrypt.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { BrowserToken } from '#domain/members/sign-in/browser-token.ts';

/**
 * What a browser keeps in an encrypted cookie of its own on the way to another site and back. Nothing is stored before
 * it is used up, so that visitors who only look write nothing.
 */

const LIFE_SECONDS = 600;
const ID_BYTES = 16;

const Kept = {
  id: z.string(),
  ends: z.number(),
  /** The member who began the visit; undefined for a visitor. */
  memberId: z.string().optional(),
};

/** Kept while the browser is away: what its answer must match. */
const Journey = z.object({
  ...Kept,
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
});
type Journey = z.infer<typeof Journey>;

/** Kept afterwards: who the other site says it is. */
const Vouched = z.object({
  ...Kept,
  provider: z.string(),
  issuer: z.string(),
  subject: z.string(),
  /** The address in lower case; only one that the other site has confirmed. */
  email: z.string().optional(),
  name: z.string().optional(),
  /** When the other site asked its user for a proof, in ISO 8601. */
  askedAt: z.iso.datetime().optional(),
  /** Of the operator's own site for staff: the role there, null for none. */
  staffRole: z.enum(STAFF_ROLES).nullish(),
});
export type Vouched = z.infer<typeof Vouched>;

const KINDS = { journey: Journey, vouched: Vouched };
type Kinds = { journey: Journey; vouched: Vouched };

/** Encrypts it for the browser's cookie, with an id and an end. */
export async function keepAnswer<Kind extends keyof Kinds>(
  database: Database | Tx,
  key: Buffer,
  kind: Kind,
  values: Omit<Kinds[Kind], 'id' | 'ends'>,
): Promise<BrowserToken> {
  const id = randomBytes(ID_BYTES).toString('base64url');
  const ends = (await readClock(database)).getTime() + LIFE_SECONDS * 1_000;
  return { value: encrypt(key, kind, JSON.stringify({ ...values, id, ends })), lives: LIFE_SECONDS };
}

/** Reads it from the cookie. It may have ended or been used: see `spendAnswer`. Throws Refusal identity_refused. */
export function readAnswer<Kind extends keyof Kinds>(
  key: Buffer,
  kind: Kind,
  cookie: string | undefined,
): Kinds[Kind] {
  try {
    return KINDS[kind].parse(JSON.parse(decrypt(key, kind, cookie ?? ''))) as Kinds[Kind];
  } catch {
    // Absent, changed, or made with another key.
    throw new Refusal('identity_refused');
  }
}

/** Uses it up; of parallel uses one wins. Throws Refusal identity_refused if it was used before or has ended. */
export async function spendAnswer(tx: Tx, { id, ends }: { id: string; ends: number }): Promise<void> {
  const end = new Date(ends);
  const { rows } = await sql`
    insert into identity_answers (id, expires_at)
    select ${createHash('sha256').update(id).digest()}, ${end} where ${end}::timestamptz > now()
    on conflict (id) do nothing returning id`.execute(tx);
  if (rows.length === 0) throw new Refusal('identity_refused');
}
