/** The call that lists staff, and the key of what it answered. */
export const STAFF = 'GET /api/admin/staff';
