import type { Command } from '@commander-js/extra-typings';
import type { Database } from '#database/client.ts';
import { openOwnRewards, reconcilePayouts } from '#domain/redemption/index.ts';
import { openPayouts, rewardKeys } from '#server/compose/adapters.ts';
import type { Config } from '#server/config/config.ts';
import { openSecret } from '#server/config/secret.ts';
import type { Ops } from './command.ts';

export function addReconcile(program: Command, { exitsWith, withDatabase }: Ops): void {
  program
    .command('reconcile')
    .summary('compare rewards with the lists of their providers')
    .description(
      'Compares the rewards of the last days with the lists of their providers. Exits 1 and lists each difference.',
    )
    .action(exitsWith(() => withDatabase(comparePayouts)));
}

async function comparePayouts(database: Database, config: Config): Promise<number> {
  const keys = rewardKeys(await openSecret(config.appSecret, config.dataDir));
  const providers = openPayouts(config, openOwnRewards(database, keys));
  const differences = await reconcilePayouts(database, providers);
  for (const difference of differences) console.error(difference);
  console.log(
    differences.length === 0 ? 'Every reward is on both sides.' : `${differences.length} differences.`,
  );
  return differences.length === 0 ? 0 : 1;
}
