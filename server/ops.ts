import { createDatabase, createPool, type Database } from '#database/client.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { resetTwoFactor } from '#domain/members/index.ts';
import { openOwnRewards, reconcilePayouts } from '#domain/redemption/index.ts';
import { openPayouts, rewardKeys } from './compose/adapters.ts';
import { type Config, readConfig } from './config/config.ts';
import { openSecret } from './config/secret.ts';
import { ADVERTISER_USAGE, runAdvertiser } from './ops-advertiser.ts';
import { runAudit } from './ops-audit.ts';
import { MAIL_USAGE, runMail } from './ops-mail.ts';
import { MEMBERS_USAGE, runMembers } from './ops-members.ts';
import { RETENTION_USAGE, runRetention } from './ops-retention.ts';
import { RISK_USAGE, runRisk } from './ops-risk.ts';
import { runSeed, SEED_USAGE } from './ops-seed.ts';
import { runStaff, STAFF_USAGE } from './ops-staff.ts';
import { reportWalls } from './ops-walls/report.ts';
import { runWalls, WALLS_USAGE } from './ops-walls.ts';

/** The operator's command line: `npm run ops -- <command>`. Works beside a running server and without one. */

const USAGE = `Usage: npm run ops -- <command>

${STAFF_USAGE}
${MEMBERS_USAGE}
  two-factor reset <e-mail>
                         for a member who lost app and backup codes: check first who asks
  audit                  prove every balance from its transfers; exits 1 and lists each difference. Warns of walls whose
                         credits are worth more than the walls say that they pay
${MAIL_USAGE}
${RETENTION_USAGE}
${RISK_USAGE}
${WALLS_USAGE}
${ADVERTISER_USAGE}
${SEED_USAGE}`;

const USAGE_FAULT = 2;

const [command, ...rest] = process.argv.slice(2);
process.exitCode = await run(command, rest);

async function run(name: string | undefined, args: string[]): Promise<number> {
  if (name === 'audit' && args.length === 0) return withDatabase(runAudit);
  if (name === 'reconcile' && args.length === 0) return withDatabase(comparePayouts);
  if (name === 'walls' && args[0] === 'report') {
    return withDatabase(async (database, { wallCostPercentMax }) => {
      return (await reportWalls(database, wallCostPercentMax, args.slice(1))) ?? refuseUsage();
    });
  }
  if (name === 'walls') return runWalls(args);
  if (name === 'advertiser') return runAdvertiser(args);
  const own = new Map([
    ['admin', runStaff],
    ['mail', runMail],
    ['members', runMembers],
    ['retention', runRetention],
    ['risk', runRisk],
  ]).get(name ?? '');
  if (name === 'seed') {
    return withDatabase(async (database, { development }) => {
      return (await runSeed(database, development, args)) ?? refuseUsage();
    });
  }
  if (own) {
    return withDatabase(async (database) => (await own(database, args)) ?? refuseUsage());
  }
  const [action, email] = args;
  if (name === 'two-factor' && action === 'reset' && email && args.length === 2) {
    return withDatabase((database) => endTwoFactor(database, email));
  }
  return refuseUsage();
}

function refuseUsage(): number {
  console.error(USAGE);
  return USAGE_FAULT;
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

async function endTwoFactor(database: Database, email: string): Promise<number> {
  const reset = await database.transaction().execute((tx) => resetTwoFactor(tx, email));
  console.log(
    reset
      ? `${email} signs in with the password alone from now on, and was told by mail.`
      : `No member with two-factor sign-in has the address ${email}.`,
  );
  return reset ? 0 : 1;
}

async function withDatabase(work: (database: Database, config: Config) => Promise<number>): Promise<number> {
  const config = readConfig();
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir);
  const url = config.databaseUrl ?? embedded?.url ?? '';
  await migrate(url);
  const database = createDatabase(createPool(url, (error) => console.error(error.message)));
  try {
    return await work(database, config);
  } finally {
    await database.destroy();
    await embedded?.stop();
  }
}
