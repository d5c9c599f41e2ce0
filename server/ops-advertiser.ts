import { readConfig } from './config/config.ts';
import { advertiserKey, openSecret } from './config/secret.ts';

export const ADVERTISER_USAGE =
  '  advertiser <name>      print what an advertiser of missions needs to send its messages';
const NAME = /^[a-z0-9-]{1,40}$/;

/** Prints address and key for an advertiser; answers the exit code. The key never leaves by HTTP. */
export async function runAdvertiser([name = '', ...rest]: string[]): Promise<number> {
  if (rest.length > 0 || !NAME.test(name)) {
    console.error('An advertiser is named by small letters, digits and dashes, as in its missions.');
    return 2;
  }
  const config = readConfig();
  const key = advertiserKey(await openSecret(config.appSecret, config.dataDir), name);
  console.log(
    `Address  ${config.appUrl}/api/mission-postbacks/${name}?click=<click id>&signature=<signature>`,
  );
  console.log(`Key      ${key.toString('hex')} (hex; sign with its 32 bytes, see docs/missions.md)`);
  return 0;
}
