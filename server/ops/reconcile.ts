import type { Command } from '@commander-js/extra-typings';
import type { Database } from '#database/client.ts';
import { openOwnRewards, reconcilePayouts, type UnknownReward } from '#domain/redemption/index.ts';
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
    .action(exitsWith(() => withDatabase((database, config) => comparePayouts(database, config))));
}

/** Prints every difference and returns the exit code. `onUnknown` gets each reward that only its provider knows. */
export async function comparePayouts(
  database: Database,
  config: Config,
  onUnknown?: (reward: UnknownReward) => Promise<unknown>,
): Promise<number> {
  const keys = rewardKeys(await openSecret(config.appSecret, config.dataDir));
  const providers = await openPayouts(config, openOwnRewards(database, keys));
  const differences = await reconcilePayouts(database, providers, onUnknown ? { onUnknown } : {});
  for (const difference of differences) console.error(difference);
  console.log(
    differences.length === 0 ? 'Every reward is on both sides.' : `${differences.length} differences.`,
  );
  return differences.length === 0 ? 0 : 1;
}
