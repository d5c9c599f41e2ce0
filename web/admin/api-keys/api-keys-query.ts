/** The call that lists API keys, and the key of what it answered. */
export const KEYS = 'GET /api/admin/keys';
