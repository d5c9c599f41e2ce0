import { sql } from 'kysely';
import type { ApiKey } from '#contract/api-keys.ts';
import { KEY_PREFIX } from '#contract/api-keys.values.ts';
import { STAFF_LIST_MAX } from '#contract/staff.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { CAN_ACT } from './authenticate-key.ts';

/** Returns the keys, valid ones first, then the newest. */
export async function listKeys(database: Database): Promise<Domain<ApiKey>[]> {
  const { rows } = await sql<Domain<ApiKey>>`
    select * from (
      select k.id, k.name, ${KEY_PREFIX}::text || k.hint as beginning, k.scopes, u.name as created_by, k.created_at,
        least(k.expires_at, k.revoked_at) as expires_at, k.last_used_at,
        case when k.revoked_at is not null then 'revoked'
          when k.expires_at <= now() then 'expired'
          when not (${CAN_ACT}) then 'stopped'
          else 'live' end as state
      from api_keys k join users u on u.id = k.created_by
    ) listed
    order by state = 'live' desc, created_at desc, id limit ${STAFF_LIST_MAX}`.execute(database);
  return rows;
}
