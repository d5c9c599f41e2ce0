import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { DEVICE_KEEP_DAYS } from './known-device.ts';
import { IDLE_DAYS } from './session.ts';

/** Codes and links are kept for this long after their end, for whoever asks why one did not work. */
const KEEP_HOURS = 24;

/** Deletes sessions, codes, reset tokens and devices that can no longer be used, and with codes and tokens the addresses in them. */
export async function forgetExpired(tx: Tx): Promise<void> {
  const ended = sql<Date>`now() - make_interval(hours => ${KEEP_HOURS})`;
  await tx.deleteFrom('emailVerificationCodes').where('expiresAt', '<', ended).execute();
  await tx.deleteFrom('passwordResetTokens').where('expiresAt', '<', ended).execute();
  await tx.deleteFrom('emailChangeCodes').where('expiresAt', '<', ended).execute();
  await tx
    .deleteFrom('knownDevices')
    .where('seenAt', '<', sql<Date>`now() - make_interval(days => ${DEVICE_KEEP_DAYS})`)
    .execute();
  await tx
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([
        eb('expiresAt', '<', sql<Date>`now()`),
        eb('lastSeenAt', '<', sql<Date>`now() - make_interval(days => ${IDLE_DAYS})`),
      ]),
    )
    .execute();
}
