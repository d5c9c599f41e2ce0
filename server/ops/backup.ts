import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { createDatabase, createPool } from '#database/client.ts';
import { findSecretMark } from '#database/secret-mark.ts';
import { keepBackup } from '#domain/administration/index.ts';
import type { Config } from '#server/config/config.ts';
import { openSecret, secretMark } from '#server/config/secret.ts';
import { VERSION } from '#server/version.ts';
import { LEFT_OUT } from './backup/at-rest.ts';
import { BackupError, type Manifest } from './backup/manifest.ts';
import { writeBackup } from './backup/write-backup.ts';
import { type Ops, STOPS } from './command.ts';

export function addBackup(program: Command, { exitsWith, withAddress }: Ops): void {
  program
    .command('backup')
    .argument('<folder>', 'a new folder')
    .summary('write the whole site into a folder')
    .description(
      'Writes database, media, walls file and the names of the settings into a new folder, as of one moment, beside a running server.',
    )
    .action(exitsWith((folder) => withAddress((url, config) => backUp(url, config, path.resolve(folder)))));
}

async function backUp(url: string, config: Config, folder: string): Promise<number> {
  const began = performance.now();
  const stop = stopOnSignal();
  const site = {
    version: VERSION,
    media: mediaFolder(config),
    wallsFile: config.wallsFile,
    settings: await settingsOf(config),
    // The command may have been given another secret, which no server starts by.
    secretMark: (await findSecretMark(url)) ?? (await markOfSecret(config)),
  };
  const manifest = await writeBackup(url, folder, site, stop);
  await tellMonitoring(url, manifest);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = [...manifest.tables, ...manifest.files].reduce((sum, file) => sum + file.bytes, 0);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(
    `${manifest.tables.length} tables with ${rows} rows and ${manifest.files.length} files, ${(bytes / 1e6).toFixed(1)} MB, in ${seconds} s.`,
  );
  console.log(`Everything that was committed at ${manifest.takenAt} is in ${folder}.`);
  console.log(
    `Not in it: APP_SECRET and the values of all other settings, the queue of jobs, ${LEFT_OUT.join(', ')}.`,
  );
  if (manifest.otherTables.length > 0)
    console.error(
      `These tables are not the site's, and not in the backup: ${manifest.otherTables.join(', ')}.`,
    );
  return 0;
}

/** A backup is whole where its time cannot be kept: of a standby, or before its database is upgraded. */
async function tellMonitoring(url: string, { takenAt }: Manifest): Promise<void> {
  const database = createDatabase(createPool(url, (error) => console.error(error.message)));
  try {
    await keepBackup(database, new Date(takenAt));
  } catch (error) {
    console.error(`Monitoring does not know of this backup: ${(error as Error).message}.`);
  } finally {
    await database.destroy();
  }
}

/** Half a backup is members' data that nobody looks for, so a process that is told to stop removes it first. */
function stopOnSignal(): AbortSignal {
  const told = new AbortController();
  const stop = () => told.abort(new BackupError('The backup was stopped: nothing of it is left.'));
  for (const signal of STOPS) process.on(signal, stop);
  return told.signal;
}

export const mediaFolder = (config: Config): string => path.resolve(config.dataDir, 'media');

/** Names of the settings that are given, and of the given variables that the walls file asks for. */
export async function settingsOf({ given, variable, wallsFile }: Config): Promise<string[]> {
  const text = wallsFile ? await readFile(wallsFile, 'utf8').catch(() => '') : '';
  const named = [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name);
  return [...new Set([...given, ...named.filter(variable)])].sort();
}

export const markOfSecret = async (config: Config): Promise<string> =>
  secretMark(await openSecret(config.appSecret, config.dataDir));
