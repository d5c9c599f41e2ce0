/** Lists that staff can download by date range, each streamed from `/api/admin/exports/<name>.csv`. */
export const EXPORTS = ['tasks', 'redemptions', 'awards', 'transactions', 'ledger'] as const;
export type ExportName = (typeof EXPORTS)[number];
/** What came of the offers of a wall: `?wall=<id>`. */
export const OFFER_RESULTS_PATH = '/api/admin/exports/offer_results.csv';
export const exportPath = (name: ExportName): string => `/api/admin/exports/${name}.csv`;
