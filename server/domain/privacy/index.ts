export { eraseAccount } from './erase-account.ts';
export { exportData } from './export-data.ts';
export { applyRetention, countDue } from './retention.ts';
