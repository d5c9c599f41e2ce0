/** Names in `pg_stat_activity` of the connections that every running server has beside those for its work. */
export const SERVERS: readonly string[] = ['pocketful live', 'pocketful worker', 'pocketful announcer'];
