import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { applyRetention, countDue } from '#domain/privacy/index.ts';

export const RETENTION_USAGE = `  retention --dry-run    say what is kept for how long and how much is due to be forgotten; without --dry-run
                         forget it now instead of within the day`;

/** `retention`. Answers the exit code, or undefined for arguments that are not its own. */
export async function runRetention(database: Database, args: string[]): Promise<number | undefined> {
  const dryRun = args.length === 1 && args[0] === '--dry-run';
  if (args.length > 0 && !dryRun) return undefined;
  for (const { kind, keeps, set, due } of await countDue(database)) {
    console.log(`${String(due).padStart(8)}  ${kind} (kept: ${keeps}${set ? '; emptied, not deleted' : ''})`);
  }
  if (dryRun) {
    console.log('Nothing was changed.');
    return 0;
  }
  const transact = transactOn(database);
  await applyRetention(transact, 'hourly');
  await applyRetention(transact, 'daily');
  console.log('Done.');
  return 0;
}
