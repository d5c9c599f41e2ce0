import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { ScureBase32Plugin } from 'otplib';
import { BACKUP_CODES } from '#contract/security.values.ts';
import type { Tx } from '#database/client.ts';

/** With 120 bits a code cannot be guessed, and a plain hash is enough to store it. */
const CODE_BYTES = 15;
const GROUP = /.{4}(?=.)/g;
const base32 = new ScureBase32Plugin();

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex');

/** Replaces all of the member's codes and returns the new ones, which cannot be read again later. */
export async function replaceBackupCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: BACKUP_CODES }, () => base32.encode(randomBytes(CODE_BYTES)));
  await dropBackupCodes(tx, userId);
  await tx
    .insertInto('backupCodes')
    .values(codes.map((code) => ({ code: hashOf(code), userId })))
    .execute();
  return codes.map((code) => code.replace(GROUP, '$&-'));
}

/** Uses a code up; letter case and dashes do not matter. Returns false for a wrong or used one. */
export async function consumeBackupCode(tx: Tx, userId: string, typed: string): Promise<boolean> {
  const consumed = await tx
    .updateTable('backupCodes')
    .set({ usedAt: sql`now()` })
    .where('code', '=', hashOf(typed.replaceAll(/[\s-]/g, '').toUpperCase()))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .returning('code')
    .executeTakeFirst();
  return consumed !== undefined;
}

export async function dropBackupCodes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('backupCodes').where('userId', '=', userId).execute();
}
