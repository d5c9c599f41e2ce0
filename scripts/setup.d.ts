export function ensureServerBuilt(): Promise<void>;
export function entryOf(source: string): string;
