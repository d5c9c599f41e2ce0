import type { Command } from '@commander-js/extra-typings';
import { sql } from 'kysely';
import type { Database, Tx } from '#database/client.ts';
import { replaceSecretMark } from '#database/secret-mark.ts';
import { transactOn } from '#database/transaction.ts';
import { reEncryptWebhooks } from '#domain/administration/index.ts';
import { reEncryptSeeds } from '#domain/members/index.ts';
import { reEncryptRewards } from '#domain/redemption/index.ts';
import { rewardKeys } from '#server/compose/adapters.ts';
import { type Config, ConfigError } from '#server/config/config.ts';
import { deriveKey, SEALED, secretMark } from '#server/config/secret.ts';
import type { Ops } from './command.ts';
import { SERVERS } from './servers.ts';

export function addChangeSecret(program: Command, { exitsWith, withDatabase }: Ops): void {
  program
    .command('change-secret')
    .summary('encrypt anew what another APP_SECRET has encrypted')
    .description(
      'Encrypts seeds of authenticator apps, voucher codes and secrets of webhooks under APP_SECRET, which were encrypted under APP_SECRET_PREVIOUS. Stop the servers first, and start them with the new secret afterwards. All or nothing.',
    )
    .option(
      '--lost',
      'let servers start with APP_SECRET although the one of before is lost, and what it encrypted',
    )
    .action(
      exitsWith(({ lost }) =>
        withDatabase((...site) => (lost === true ? giveUpLost : changeSecret)(...site).catch(explain)),
      ),
    );
}

/** Prints how many secrets are encrypted anew and returns the exit code. Throws ConfigError without both secrets. */
async function changeSecret(
  database: Database,
  { appSecret: next, appSecretPrevious: previous }: Config,
): Promise<number> {
  if (!next || !previous || next === previous) {
    throw new ConfigError(['APP_SECRET and APP_SECRET_PREVIOUS: must be two different secrets']);
  }
  let done = 'Encrypted anew';
  const counts = await encryptAnew(database, previous, next).catch((error: unknown) => {
    if (!isWrongKey(error)) throw error;
    // Perhaps it is repeated, by somebody who has not seen the end. Every value must open, as nothing else shows that.
    done = 'Encrypted under APP_SECRET already';
    return encryptAnew(database, next, next);
  });
  console.log(
    `${done}: ${counts.seeds} seeds, ${counts.rewards} codes and links, ${counts.webhooks} webhooks.`,
  );
  return 0;
}

/** Names APP_SECRET as the secret of the site and returns the exit code. Throws ConfigError without it. */
async function giveUpLost(database: Database, { appSecret }: Config): Promise<number> {
  if (!appSecret) throw new ConfigError(['APP_SECRET: must be set']);
  await transactOn(database)(async (tx) => {
    await refuseServed(tx);
    await replaceSecretMark(tx, secretMark(appSecret));
  });
  console.log(
    'Servers start with APP_SECRET. docs/security.md says what to do about what the lost one encrypted.',
  );
  return 0;
}

function encryptAnew(database: Database, previous: string, next: string) {
  const keyOf = (purpose: string) => ({ from: deriveKey(previous, purpose), to: deriveKey(next, purpose) });
  return transactOn(database)(async (tx) => {
    await refuseServed(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    const changed = {
      seeds: await reEncryptSeeds(tx, keyOf(SEALED.seeds)),
      rewards: await reEncryptRewards(tx, rewardKeys(previous), rewardKeys(next)),
      webhooks: await reEncryptWebhooks(tx, keyOf(SEALED.webhooks)),
    };
    await replaceSecretMark(tx, secretMark(next));
    // It took minutes, in which something may have started a server again.
    await refuseServed(tx);
    return changed;
  });
}

class Served extends Error {}

/** Prints why nothing was done and returns the exit code. Throws what is a fault. */
function explain(error: unknown): number {
  if (!(error instanceof Served || isWrongKey(error))) throw error;
  console.error(
    error instanceof Served
      ? 'A server uses the database: stop every server first. Nothing is changed.'
      : 'Not everything is encrypted under APP_SECRET_PREVIOUS, nor under APP_SECRET. Nothing is changed.',
  );
  return 1;
}

/** A server would go on to encrypt under the secret of before, and nobody could read that afterwards. */
async function refuseServed(tx: Tx): Promise<void> {
  // A transaction sees the sessions of its first look, until it asks for another one.
  await sql`select pg_stat_clear_snapshot()`.execute(tx);
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and application_name = any(${SERVERS})`.execute(tx);
  if (rows.length > 0) throw new Served();
}

/** As Node reports a tag that does not match. */
const isWrongKey = (error: unknown) =>
  error instanceof Error && error.message.startsWith('Unsupported state or unable to authenticate data');
