import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';

/** 36^20 is over a hundred bits. Lower-case letters and digits survive walls that change the case or cut at a dash. */
const CODE_LENGTH = 20;
const CODE_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const CODE = /^[a-z0-9]{20}$/;

/** A new random code by which one wall knows one member. */
export const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length))).join('');

/** True for a text of the form of a code; few transaction ids have it. */
export const looksLikeCode = (text: string): boolean => CODE.test(text);

/**
 * True for a code of any member at any wall, erased members included. Members know their codes, and a wall may sign
 * transactions the same way as the values it shows to a member. So a transaction id that is a member's code proves nothing.
 */
export async function isMemberCode(tx: Tx, text: string): Promise<boolean> {
  if (!looksLikeCode(text)) return false;
  const { rows } = await sql`
    select from wall_members where code = ${text} union all select from former_wall_codes where ${isOfFormer(text)}
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** True for the code of a member who has left. */
export async function isFormerCode(tx: Tx, text: string): Promise<boolean> {
  const { rows } = await sql`select from former_wall_codes where ${isOfFormer(text)}`.execute(tx);
  return rows.length > 0;
}

const isOfFormer = (code: string) => sql`code_hash = sha256(convert_to(${code}, 'UTF8'))`;
