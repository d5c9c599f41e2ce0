import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { ScureBase32Plugin } from 'otplib';
import { BACKUP_CODES } from '#contract/security.values.ts';
import type { Tx } from '#database/client.ts';

/** 120 bits, so that a bare hash is enough and no code can be guessed. */
const CODE_BYTES = 15;
const GROUP = /.{4}(?=.)/g;
const base32 = new ScureBase32Plugin();

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex');

/** Gives the member new codes in place of all that they had; this is the only time that they can be read. */
export async function replaceBackupCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: BACKUP_CODES }, () => base32.encode(randomBytes(CODE_BYTES)));
  await dropBackupCodes(tx, userId);
  await tx
    .insertInto('backupCodes')
    .values(codes.map((code) => ({ code: hashOf(code), userId })))
    .execute();
  return codes.map((code) => code.replace(GROUP, '$&-'));
}

/** Uses one code up, typed in any case, with or without dashes. Answers false for a wrong or used one. */
export async function claimBackupCode(tx: Tx, userId: string, typed: string): Promise<boolean> {
  const claimed = await tx
    .updateTable('backupCodes')
    .set({ usedAt: sql`now()` })
    .where('code', '=', hashOf(typed.replaceAll(/[\s-]/g, '').toUpperCase()))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .returning('code')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function dropBackupCodes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('backupCodes').where('userId', '=', userId).execute();
}
