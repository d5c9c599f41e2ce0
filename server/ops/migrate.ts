import type { Command } from '@commander-js/extra-typings';
import { migrate } from '#database/migrate.ts';
import type { Ops } from './command.ts';

export function addMigrate(program: Command, { exitsWith, withNewAddress }: Ops): void {
  program
    .command('migrate')
    .summary('bring the database to the schema of this version')
    .description(
      'Applies the migrations that the database lacks, beside running servers of the version before. No other command changes the schema of a site.',
    )
    .action(exitsWith(() => withNewAddress(applyMissing)));
}

async function applyMissing(url: string): Promise<number> {
  const applied = await migrate(url);
  for (const name of applied) console.log(name);
  console.log(applied.length === 0 ? 'Nothing was missing.' : `${applied.length} applied.`);
  return 0;
}
