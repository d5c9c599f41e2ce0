import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { auditApprovals, auditHead, auditTrail } from '#domain/administration/index.ts';
import { auditClaims, auditEarning, auditMissions, auditRevenue } from '#domain/earning/index.ts';
import { audit, auditRollUp } from '#domain/ledger/index.ts';
import { auditAwards, auditRedemptions } from '#domain/redemption/index.ts';

const AUDITS = [
  ...[audit, auditRollUp, auditEarning, auditRevenue, auditMissions, auditClaims],
  ...[auditRedemptions, auditAwards, auditApprovals, auditTrail],
];

/** The operator's proof: `npm run ops -- audit`. Prints every difference; answers the exit code. */
export const runAudit = (database: Database): Promise<number> =>
  database.connection().execute(async (connection) => {
    // Each reads all that there is, which takes as long as it takes: the limit is for what people wait for.
    await sql`set statement_timeout = 0`.execute(connection);
    const differences: string[] = [];
    for (const prove of AUDITS) differences.push(...(await prove(connection)));
    const { count, hash } = await auditHead(connection);
    await sql`reset statement_timeout`.execute(connection);
    for (const difference of differences) console.error(difference);
    // Kept elsewhere, it shows later whether the trail was cut or written anew.
    console.log(`Audit trail: ${count} entries, the last one ${hash || 'none'}.`);
    console.log(
      differences.length === 0 ? 'Every point is accounted for.' : `${differences.length} differences.`,
    );
    return differences.length === 0 ? 0 : 1;
  });
