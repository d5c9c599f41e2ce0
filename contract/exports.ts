/** Lists that staff can download by date range, each streamed from `/api/admin/exports/<name>.csv`. */
export const EXPORTS = ['tasks', 'redemptions', 'awards', 'transactions', 'ledger'] as const;
export type ExportName = (typeof EXPORTS)[number];
export const exportPath = (name: ExportName): string => `/api/admin/exports/${name}.csv`;
