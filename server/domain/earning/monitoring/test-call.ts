import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import { samplePostback, signTest } from '#domain/earning/wall-format/sample.ts';
import type { SignedCall } from '#domain/earning/wall-format/sign.ts';

/** No member has it: codes have 20 letters and digits and no dash. A credit for it is unmatched. */
export const TEST_CODE = 'test-of-this-site';
const TEST_POINTS = 1;

/**
 * Composes a signed call that checks a wall's settings and moves nothing: one with the wall's mark of a test or, if
 * the wall has no mark, the credit of a member who does not exist. Throws Refusal wall_untestable.
 */
export function composeTest(
  wall: ConfiguredWall,
  origin: string,
): { transactionId: string; call: SignedCall } {
  const transactionId = `test${randomBytes(8).toString('hex')}`;
  const values = { transactionId, memberCode: TEST_CODE, points: TEST_POINTS };
  const call = signTest(wall, values, origin) ?? samplePostback(wall, 'credit', values, origin);
  if (!call) throw new Refusal('wall_untestable');
  return { transactionId, call };
}

/** Returns what the log says of a test call that was just sent. */
export async function verdictOfTest(
  database: Database,
  wall: string,
  transactionId: string,
): Promise<{ verdict: string; reason: string | null } | undefined> {
  return database
    .selectFrom('postbackLog')
    .select(['verdict', 'reason'])
    .where('wall', '=', wall)
    .where('receivedAt', '>', sql<Date>`now() - interval '5 minutes'`)
    .where('transactionId', '=', transactionId)
    .orderBy('receivedAt', 'desc')
    .executeTakeFirst();
}
