import type { Command } from '@commander-js/extra-typings';
import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { auditApprovals, auditHead, auditTrail } from '#domain/administration/index.ts';
import {
  auditClaims,
  auditEarning,
  auditMissions,
  auditRevenue,
  excessOf,
  readWallDays,
  type WallDay,
} from '#domain/earning/index.ts';
import { audit, auditRollUp } from '#domain/ledger/index.ts';
import { auditAwards, auditRedemptions } from '#domain/redemption/index.ts';
import type { Config } from '#server/config/config.ts';
import type { Ops } from './command.ts';

const AUDITS = [
  ...[audit, auditRollUp, auditEarning, auditRevenue, auditMissions, auditClaims],
  ...[auditRedemptions, auditAwards, auditApprovals, auditTrail],
];

/** Days whose credits are compared with what the walls say that they pay. */
const DAYS_COMPARED = 30;

export function addAudit(program: Command, { exitsWith, withDatabase }: Ops): void {
  program
    .command('audit')
    .summary('prove every balance from its transfers')
    .description(
      'Proves every balance from its transfers. Exits 1 and lists each difference. Warns of walls whose credits are worth more than the walls say that they pay.',
    )
    .action(exitsWith(() => withDatabase(runAudit)));
}

/**
 * The operator's proof: `npm run ops -- audit`. Prints every difference; returns the exit code. Where credits were worth
 * more than the wall says that it pays, every point may be in its place all the same: that is a warning.
 */
export const runAudit = (
  database: Database,
  { wallCostPercentMax }: Pick<Config, 'wallCostPercentMax'>,
): Promise<number> =>
  database.connection().execute(async (connection) => {
    // Each reads all that there is, which takes as long as it takes: the limit is for what people wait for.
    await sql`set statement_timeout = 0`.execute(connection);
    const differences: string[] = [];
    for (const prove of AUDITS) differences.push(...(await prove(connection)));
    const { count, hash } = await auditHead(connection);
    const days = await readWallDays(connection, DAYS_COMPARED);
    await sql`reset statement_timeout`.execute(connection);
    for (const difference of differences) console.error(difference);
    for (const day of days) if (excessOf(day, wallCostPercentMax) > 0) console.log(warningOf(day));
    // Kept elsewhere, it shows later whether the trail was cut or written anew.
    console.log(`Audit trail: ${count} entries, the last one ${hash || 'none'}.`);
    console.log(
      differences.length === 0 ? 'Every point is accounted for.' : `${differences.length} differences.`,
    );
    return differences.length === 0 ? 0 : 1;
  });

const warningOf = ({ wall, day, namedPoints, usdMicros }: WallDay) =>
  `Warning: wall ${wall}, ${day}: credits of ${namedPoints} points came with a revenue of ${(usdMicros / 1_000_000).toFixed(2)} dollars.`;
