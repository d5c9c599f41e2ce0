import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';

/** 36^20: a hundred bits. Small letters and digits survive walls that change the case or cut at a dash. */
const CODE_LENGTH = 20;
const CODE_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const CODE = /^[a-z0-9]{20}$/;

/** A code by which one wall is to know one member. */
export const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length))).join('');

/** True for what could be a code: few transaction ids look like one. */
export const looksLikeCode = (text: string): boolean => CODE.test(text);

/**
 * True for a code of any member at any wall, of one who has left too. Members know their codes, and what a wall shows them signed with it may be
 * what it signs its transactions with: such a transaction id proves nothing.
 */
export async function isMemberCode(tx: Tx, text: string): Promise<boolean> {
  if (!looksLikeCode(text)) return false;
  const { rows } = await sql`
    select from wall_members where code = ${text} union all select from former_wall_codes where code_hash = sha256(convert_to(${text}, 'UTF8'))
    limit 1`.execute(tx);
  return rows.length > 0;
}
