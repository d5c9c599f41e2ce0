import type { Command } from '@commander-js/extra-typings';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { readConfig } from '#server/config/config.ts';
import { advertiserKey, readSecret } from '#server/config/secret.ts';
import type { Ops } from './command.ts';

const NAME = /^[a-z0-9-]{1,40}$/;

export function addAdvertiser(program: Command, { exitsWith }: Ops): void {
  program
    .command('advertiser')
    .argument('<name>', 'small letters, digits and dashes, as in its missions', advertiserName)
    .description('print what an advertiser of missions needs to send its messages')
    .action(exitsWith(printAccess));
}

function advertiserName(name: string): string {
  if (NAME.test(name)) return name;
  throw new InvalidArgumentError(
    'An advertiser is named by small letters, digits and dashes, as in its missions.',
  );
}

/** Prints address and key for an advertiser. No HTTP call returns the key. */
async function printAccess(name: string): Promise<number> {
  const config = readConfig();
  const key = advertiserKey(await readSecret(config.appSecret, config.dataDir), name);
  console.log(
    `Address  ${config.appUrl}/api/mission-postbacks/${name}?click=<click id>&signature=<signature>`,
  );
  console.log(`Key      ${key.toString('hex')} (hex; sign with its 32 bytes, see docs/missions.md)`);
  return 0;
}
