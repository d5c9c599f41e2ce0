import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { deviceOf, neighbourhoodOf } from './device.ts';

/** A device not seen for this long counts as new again. */
export const DEVICE_KEEP_DAYS = 180;

/** Remembers the device of a sign-in. Returns true if the member has not signed in from it before. */
export async function rememberDevice(
  tx: Tx,
  userId: string,
  client: { ip: string; userAgent: string },
): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into known_devices (user_id, device, network)
    values (${userId}, ${deviceOf(client.userAgent)}, ${neighbourhoodOf(client.ip)})
    on conflict (user_id, device, network) do update set seen_at = now()
    returning xmax = 0 as is_new`.execute(tx);
  return rows[0]?.isNew ?? false;
}
