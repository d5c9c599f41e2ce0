import type { Database } from '#database/client.ts';
import { readSecretMark } from '#database/secret-mark.ts';
import { type Config, ConfigError } from '#server/config/config.ts';
import { readSecret, secretMark } from '#server/config/secret.ts';

/** Returns the secret of the site. Throws ConfigError at another one than the site keeps the mark of. */
export async function readSiteSecret(database: Database, config: Config): Promise<string> {
  const secret = await readSecret(config.appSecret, config.dataDir);
  const mark = secretMark(secret);
  if (((await readSecretMark(database)) ?? mark) === mark) return secret;
  throw new ConfigError(['APP_SECRET: is not the one of this site']);
}
