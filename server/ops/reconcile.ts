import type { Command } from '@commander-js/extra-typings';
import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import {
  awaitsApproval,
  missingProviders,
  noteMade,
  openOwnRewards,
  type PayoutProvider,
  reconcilePayouts,
  type UnknownReward,
} from '#domain/redemption/index.ts';
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
    .option(
      '--restored',
      'in a restored site, before its workers start: what `restore --verify` does with the rewards that only a provider knows',
    )
    .action(
      exitsWith(({ restored }) =>
        withDatabase(async (database, config) =>
          restored
            ? compareRestored(database, config)
            : printDifferences(database, await openProviders(database, config)),
        ),
      ),
    );
}

/**
 * Compares a restored site with its providers, and takes note of the rewards that only they know: they were made after the
 * backup. Prints each of them and every difference, and returns the exit code. A provider that is not set up here could not be
 * asked either, unless all that this site has of it is older than what is compared.
 */
export async function compareRestored(database: Database, config: Config): Promise<number> {
  const providers = await openProviders(database, config);
  const missing = await missingProviders(database, providers);
  const needed = missing.filter(({ open, recent }) => open + recent > 0);
  const silent = new Set(providers.flatMap(({ id, list }) => (list ? [id] : [])));
  const unknown: UnknownReward[] = [];
  const code = await printDifferences(
    database,
    providers,
    {
      onUnknown: async (reward) => unknown.push(reward),
      onCompared: (provider) => silent.delete(provider),
    },
    needed.map(
      ({ provider, open, issued }) =>
        `${provider} could not be asked: it is not set up here, and ${open} open and ${issued} issued redemptions need it`,
    ),
  );
  for (const reward of unknown) await noteUnknown(database, reward);
  for (const { provider, issued } of missing.filter((one) => !needed.includes(one)))
    console.log(
      `${provider} is not set up here: its ${issued} issued redemptions are older than what is compared, and cannot be shown.`,
    );
  for (const provider of [...silent, ...needed.map((one) => one.provider)])
    console.error(
      `Start no worker before \`npm run ops -- reconcile --restored\` has asked ${provider} to the end.`,
    );
  return unknown.length > 0 ? 1 : code;
}

async function noteUnknown(database: Database, reward: UnknownReward): Promise<void> {
  const { provider, ref, redemptionId, amountCents, open } = reward;
  const what = `Only ${provider} knows the reward ${ref} of ${amountCents} cents`;
  if (open) {
    await transactOn(database)((tx) => noteMade(tx, reward));
    console.log(`${what}: redemption ${redemptionId} is open here, and its next run finds it.`);
  } else if (await awaitsApproval(database, redemptionId)) {
    console.log(
      `${what}: it is the award ${redemptionId}, whose approval waits here. Decline it: approved again, it may be given again.`,
    );
  } else {
    console.log(
      `${what}: redemption ${redemptionId} is not here. Its member has the points again, unless it was of an award, which takes none.`,
    );
  }
}

async function openProviders(database: Database, config: Config): Promise<PayoutProvider[]> {
  const keys = rewardKeys(await openSecret(config.appSecret, config.dataDir));
  return openPayouts(config, openOwnRewards(database, keys));
}

/** Prints every difference, those that were `found` before among them, and returns the exit code. */
async function printDifferences(
  database: Database,
  providers: PayoutProvider[],
  options: Parameters<typeof reconcilePayouts>[2] = {},
  found: string[] = [],
): Promise<number> {
  const differences = [...found, ...(await reconcilePayouts(database, providers, options))];
  for (const difference of differences) console.error(difference);
  console.log(
    differences.length === 0 ? 'Every reward is on both sides.' : `${differences.length} differences.`,
  );
  return differences.length === 0 ? 0 : 1;
}
