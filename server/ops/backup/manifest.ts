import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { digestFile } from './files.ts';

/** Written last: a folder without it is not a backup. */
export const MANIFEST = 'manifest.json';

const TableName = z.string().regex(/^[a-z_][a-z0-9_]*$/);
/** Of a column or a sequence, which may have been added by hand. */
const Name = z.string().min(1);
const Sealed = { bytes: z.int().nonnegative(), sha256: z.hex().length(64) };
/** A path below the backup's folder that does not lead out of it. */
const Inside = z
  .string()
  .min(1)
  .refine((file) => !/\\|\0|^\/|(^|\/)\.{0,2}(\/|$)/.test(file), 'leads out of the folder');

export const Manifest = z.object({
  format: z.literal(1),
  /** Version of the product. */
  version: z.string(),
  /** The snapshot holds everything that was committed before. */
  takenAt: z.iso.datetime(),
  database: z.object({
    version: z.string(),
    /** Of the cluster, as its WAL archive names it; null where the database does not tell. */
    systemIdentifier: z.string().nullable(),
  }),
  /** The migrations that made the schema, in their order, with the SHA-256 (hex) of their texts. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(
    z.object({ name: TableName, columns: z.array(Name), rows: z.int().nonnegative(), ...Sealed }),
  ),
  /** Tables that somebody had made beside those of the site; they are not in the backup. */
  otherTables: z.array(z.string()).default([]),
  sequences: z.array(z.object({ name: Name, last: z.string().regex(/^-?\d+$/) })),
  files: z.array(z.object({ file: Inside, ...Sealed })),
  /** Names of the settings that were given, without their values. */
  settings: z.array(z.string()),
  /** Derived from APP_SECRET, to recognize it. */
  secretMark: z.hex(),
  /** What the backup wrote as done or asked for, and what may have been given or decided since. A default: earlier releases did not tell. */
  underWay: z.object({
    notices: z.int().nonnegative(),
    webhooks: z.int().nonnegative(),
    redemptions: z.int().nonnegative(),
    /** Open redemptions that people make by hand. */
    manual: z.int().nonnegative().default(0),
    /** Voucher codes that nobody had been given. */
    codes: z.int().nonnegative(),
    /** Open approvals. */
    approvals: z.int().nonnegative().default(0),
    /** Reviews without a decision, and when the time of the first one is over. */
    reviews: z.int().nonnegative().default(0),
    reviewsEnd: z.iso.datetime().nullable().default(null),
  }),
});
export type Manifest = z.infer<typeof Manifest>;

/** A folder that is no whole backup, or a database that cannot take it; the message says why. */
export class BackupError extends Error {}

/** The file of a table within the folder. */
export const fileOf = (table: string): string => `tables/${table}.copy.zst`;

/** Reads the manifest and compares every file with it. Throws BackupError with the first difference. */
export async function readBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const tables = manifest.tables.map((table) => ({ ...table, file: fileOf(table.name) }));
  for (const { file, bytes, sha256 } of [...tables, ...manifest.files]) {
    const found = await digestFile(path.join(folder, file)).catch(refuseUnreadable(file));
    if (found.bytes !== bytes || found.sha256 !== sha256) {
      throw new BackupError(`${file} is not as the backup wrote it: its checksum is another.`);
    }
  }
  return manifest;
}

/** Returns what throws BackupError with the reason, which may be mended: rights, or a disk. */
const refuseUnreadable = (file: string) => (error: Error) => {
  throw new BackupError(`${file} of the backup cannot be read: ${error.message}.`);
};

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (!['ENOENT', 'ENOTDIR'].includes(error.code ?? '')) return refuseUnreadable(MANIFEST)(error);
    throw new BackupError(`${folder} is no whole backup: it has no ${MANIFEST}.`);
  });
  try {
    return Manifest.parse(JSON.parse(text));
  } catch {
    throw new BackupError(`${path.join(folder, MANIFEST)} is not as a backup of this format writes it.`);
  }
}
