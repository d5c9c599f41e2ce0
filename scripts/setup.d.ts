/** What is built, and its sources: paths of files and folders of the project. */
export const PARTS: Record<'web' | 'server', { sources: string[] }>;
export function ensureServerBuilt(): Promise<void>;
export function entryOf(source: string): string;
