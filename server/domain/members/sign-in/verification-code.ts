import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { VERIFICATION_CODE_LENGTH } from '#contract/sign-in.values.ts';
import type { Tx } from '#database/client.ts';
import type { DB } from '#database/types.ts';
import { Refusal } from '#domain/common/refusal.ts';

/** Tries per code. For sign-up codes it counts only browsers that did not ask for one. */
const CODE_TRIES_MAX = 5;

/** A new code of digits, as the member types it. */
export const makeCode = (): string =>
  String(randomInt(10 ** VERIFICATION_CODE_LENGTH)).padStart(VERIFICATION_CODE_LENGTH, '0');

/**
 * Hex of HMAC-SHA-256 of address and code, as stored. A plain hash of six digits could be reversed by trying all of
 * them.
 */
export const codeHash = (key: Buffer, email: string, code: string): string =>
  createHmac('sha256', key).update(`${email}\n${code}`).digest('hex');

/** Compares two such hashes in constant time. */
export const sameHash = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** The column by which each table of codes names the recipient. */
const RECIPIENT = { emailVerificationCodes: 'email', emailChangeCodes: 'userId' } as const;
type CodeTable = keyof typeof RECIPIENT;

/** Counts a try of the recipient's newest code, if it has tries left. Parallel tries wait for each other's row lock. */
export async function countTry<Table extends CodeTable>(
  tx: Tx,
  table: Table,
  recipient: string,
): Promise<Selectable<DB[Table]> | undefined> {
  const codes = sql.table(table);
  const { rows } = await sql<Selectable<DB[Table]>>`
    update ${codes} set attempts = attempts + 1
    where id = (
        select id from ${codes} where ${sql.ref(RECIPIENT[table])} = ${recipient} order by created_at desc, id desc limit 1)
      and not used and expires_at > now() and attempts < ${CODE_TRIES_MAX}
    returning *`.execute(tx);
  return rows[0];
}

/** Takes back a try of a sign-up code that was right. */
export async function takeTryBack(tx: Tx, codeId: string): Promise<void> {
  await sql`update email_verification_codes set attempts = attempts - 1 where id = ${codeId}`.execute(tx);
}

/** Returns the newest code of an address if it is unused and not expired. Its tries are counted elsewhere. */
export async function newestCode(tx: Tx, email: string): Promise<{ id: string; code: string } | undefined> {
  const { rows } = await sql<{ id: string; code: string; isGood: boolean }>`
    select id, code, not used and expires_at > now() as is_good from email_verification_codes
    where email = ${email} order by created_at desc, id desc limit 1`.execute(tx);
  const [newest] = rows;
  return newest?.isGood ? newest : undefined;
}

/** Uses a code up; of parallel uses one succeeds. Throws Refusal invalid_code. */
export async function consumeCode(tx: Tx, table: CodeTable, codeId: string): Promise<void> {
  const { rows } = await sql`
    update ${sql.table(table)} set used = true
    where id = ${codeId} and not used and expires_at > now() returning id`.execute(tx);
  if (rows.length === 0) throw new Refusal('invalid_code');
}
