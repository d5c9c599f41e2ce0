import path from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import type { Config } from '#server/config/config.ts';
import { type Manifest, readBackup } from './backup/manifest.ts';
import { missingMedia, restoreDatabase, restoreMedia, verifyTarget } from './backup/restore-backup.ts';
import { WALLS_FILE } from './backup/write-backup.ts';
import { markOfSecret, mediaFolder, settingsOf } from './backup.ts';
import type { Ops } from './command.ts';
import { openDatabase } from './open-database.ts';
import { compareRestored } from './reconcile.ts';
import { runProofs } from './run-proofs.ts';

export function addRestore(program: Command, { exitsWith, withNewAddress }: Ops): void {
  program
    .command('restore')
    .argument('<folder>', 'a folder that `backup` has written')
    .summary('fill an empty database from a backup')
    .description(
      'Checks every file of a backup, then fills an empty database and the media folder with it. Start no server before it is done.',
    )
    .option('--verify', 'prove every balance, ask the payout providers, and exit 1 on any difference')
    .action(
      exitsWith((folder, { verify }) =>
        withNewAddress((url, config) => restore(url, config, path.resolve(folder), verify === true)),
      ),
    );
}

async function restore(url: string, config: Config, folder: string, verify: boolean): Promise<number> {
  const manifest = await readBackup(folder);
  const media = await missingMedia(folder, mediaFolder(config), manifest);
  await verifyTarget(url, manifest);
  // A filled database is refused the next time, so whatever else can fail comes before.
  await restoreMedia(media);
  const missing = await tellSurroundings(config, manifest);
  const { tables, rows, leftOut } = await restoreDatabase(url, folder, manifest);
  console.log(`The site of ${manifest.takenAt} is restored: ${tables} tables with ${rows} rows.`);
  if (leftOut.length > 0)
    console.error(`Not restored, as the release has no place for it: ${leftOut.join(', ')}.`);
  tellUnderWay(manifest, folder);
  if (!verify) return missing ? 1 : 0;
  const database = openDatabase(url);
  try {
    const codes = [await runProofs(database, config), await compareRestored(database, config)];
    return missing || codes.some((code) => code !== 0) ? 1 : 0;
  } finally {
    await database.destroy();
  }
}

/** What nobody does any more, and where a person may do it. */
function tellUnderWay({ underWay, files }: Manifest, folder: string): void {
  const { notices, webhooks, redemptions, manual, codes, approvals, reviews, reviewsEnd } = underWay;
  console.log('Every session has ended: members and staff sign in again.');
  if (notices > 0)
    console.log(
      `${notices} notices were not sent yet. They count as sent; staff can send one again at its member.`,
    );
  if (webhooks > 0)
    console.log(
      `${webhooks} webhooks were not delivered yet. They count as failed; staff can send them again.`,
    );
  if (redemptions > 0)
    console.log(
      `${redemptions} redemptions were open. Their providers are asked for a reward before one is made.`,
    );
  if (manual > 0)
    console.log(
      `${manual} redemptions wait to be made by hand. Those that were made since are among them, and nothing here tells which.`,
    );
  if (codes > 0)
    console.log(
      `${codes} voucher codes were in stock. Those that were given since are among them, and nothing tells which.`,
    );
  if (reviews > 0)
    console.log(
      `${reviews} reviews were open. Those that were decided since are among them, and with a worker each ends at its time, the first at ${reviewsEnd}.`,
    );
  if (approvals > 0)
    console.log(
      `${approvals} approvals were open. Those that were decided since are among them, and an award that is approved again may be given again.`,
    );
  if (files.some(({ file }) => file === WALLS_FILE))
    console.log(`The walls file is ${path.join(folder, WALLS_FILE)}.`);
}

/** Prints what the site had beside its database and this place lacks. Returns whether there is anything. */
async function tellSurroundings(config: Config, manifest: Manifest): Promise<boolean> {
  const here = await settingsOf(config);
  const missing = manifest.settings.filter((name) => !here.includes(name));
  if (missing.length > 0)
    console.error(`Settings of the backup that are missing here: ${missing.join(', ')}.`);
  const otherSecret = (await markOfSecret(config)) !== manifest.secretMark;
  if (otherSecret)
    console.error(
      'APP_SECRET is not the one of the backup: in production no server starts by it, and second factors, codes and links cannot be read.',
    );
  return missing.length > 0 || otherSecret;
}
