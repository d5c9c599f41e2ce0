import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import {
  keepProof,
  proveApprovals,
  readAuditTrailHead,
  verifyAuditTrail,
} from '#domain/administration/index.ts';
import {
  excessOf,
  proveClaims,
  proveEarning,
  proveMissions,
  proveRevenue,
  readWallDays,
  type WallDay,
} from '#domain/earning/index.ts';
import { proveCauses, proveLedger, proveRollUp } from '#domain/ledger/index.ts';
import { proveMemberCount } from '#domain/members/index.ts';
import { proveAwards, proveRedemptions } from '#domain/redemption/index.ts';
import { proveDebts } from '#domain/trust/index.ts';
import type { Config } from '#server/config/config.ts';

const PROOFS = [
  proveLedger,
  proveCauses,
  proveRollUp,
  proveEarning,
  proveRevenue,
  proveMissions,
  proveClaims,
  proveRedemptions,
  proveAwards,
  proveDebts,
  proveApprovals,
  proveMemberCount,
  verifyAuditTrail,
];

/** Days whose credits are compared with the revenue that walls named. */
const DAYS_COMPARED = 30;

/**
 * The operator's proof: `npm run ops -- audit`. Prints every difference and returns the exit code. Credits worth more
 * than the named revenue are only a warning, since every point may still be accounted for.
 */
export const runProofs = (
  database: Database,
  { wallCostPercentMax }: Pick<Config, 'wallCostPercentMax'>,
): Promise<number> =>
  database.connection().execute(async (connection) => {
    // The proofs read everything and may take long; the statement timeout is meant for requests that people wait for.
    await sql`set statement_timeout = 0`.execute(connection);
    // What does not fit is sorted on disk; with PostgreSQL's 4 MB that takes several passes over all transfers.
    await sql`set work_mem = '32MB'`.execute(connection);
    const differences: string[] = [];
    for (const prove of PROOFS) differences.push(...(await prove(connection)));
    const { count, hash } = await readAuditTrailHead(connection);
    const days = await readWallDays(connection, DAYS_COMPARED);
    await sql`reset statement_timeout`.execute(connection);
    await sql`reset work_mem`.execute(connection);
    await keepProof(connection, differences.length);
    for (const difference of differences) console.error(difference);
    for (const day of days) if (excessOf(day, wallCostPercentMax) > 0) console.log(warningOf(day));
    // If the operator keeps the hash, it shows later whether the trail was cut or rewritten.
    console.log(`Audit trail: ${count} entries, the last one ${hash || 'none'}.`);
    console.log(
      differences.length === 0 ? 'Every point is accounted for.' : `${differences.length} differences.`,
    );
    return differences.length === 0 ? 0 : 1;
  });

const warningOf = ({ wall, day, namedPoints, usdMicros }: WallDay) =>
  `Warning: wall ${wall}, ${day}: credits of ${namedPoints} points came with a revenue of ${(usdMicros / 1_000_000).toFixed(2)} dollars.`;
