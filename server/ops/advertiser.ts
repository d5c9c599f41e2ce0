import type { Command } from '@commander-js/extra-typings';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { Database } from '#database/client.ts';
import type { Config } from '#server/config/config.ts';
import { advertiserKey } from '#server/config/secret.ts';
import type { Ops } from './command.ts';
import { readSiteSecret } from './site-secret.ts';

const NAME = /^[a-z0-9-]{1,40}$/;

export function addAdvertiser(program: Command, { exitsWith, withDatabase }: Ops): void {
  program
    .command('advertiser')
    .argument('<name>', 'small letters, digits and dashes, as in its missions', advertiserName)
    .description('print what an advertiser of missions needs to send its messages')
    .action(exitsWith((name) => withDatabase((database, config) => printAccess(database, config, name))));
}

function advertiserName(name: string): string {
  if (NAME.test(name)) return name;
  throw new InvalidArgumentError(
    'An advertiser is named by small letters, digits and dashes, as in its missions.',
  );
}

/** Prints address and key for an advertiser. No HTTP call returns the key. */
async function printAccess(database: Database, config: Config, name: string): Promise<number> {
  const key = advertiserKey(await readSiteSecret(database, config), name);
  console.log(
    `Address  ${config.appUrl}/api/mission-postbacks/${name}?click=<click id>&signature=<signature>`,
  );
  console.log(`Key      ${key.toString('hex')} (hex; sign with its 32 bytes, see docs/missions.md)`);
  return 0;
}
