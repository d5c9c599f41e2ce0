import type { Command } from '@commander-js/extra-typings';
import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { applyRetention, countDue } from '#domain/privacy/index.ts';
import type { Ops } from './command.ts';

export function addRetention(program: Command, { exitsWith, withDatabase }: Ops): void {
  program
    .command('retention')
    .summary('delete what is kept no longer')
    .description(
      'Prints what is kept for how long and how much of it is due, and deletes that now instead of within the day.',
    )
    .option('--dry-run', 'change nothing')
    .action(exitsWith(({ dryRun }) => withDatabase((database) => forget(database, dryRun === true))));
}

async function forget(database: Database, dryRun: boolean): Promise<number> {
  const transact = transactOn(database);
  for (const { kind, keeps, set, due } of await countDue(transact)) {
    console.log(`${String(due).padStart(8)}  ${kind} (kept: ${keeps}${set ? '; emptied, not deleted' : ''})`);
  }
  if (dryRun) {
    console.log('Nothing was changed.');
    return 0;
  }
  await applyRetention(transact);
  console.log('Done.');
  return 0;
}
