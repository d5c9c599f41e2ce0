export { grantAdmin } from './grant-admin.ts';
export { siteStats } from './stats.ts';
