/** More than a member's screens read. */
const KEPT_MAX = 30;

/** What was read, by address, with its version; in the memory of this page, as the browser stores nothing of it. */
const kept = new Map<string, { version: string; value: unknown }>();

/** The version (ETag) of what was last read from the address, and its value. */
export const versionOf = (address: string): { version: string; value: unknown } | undefined =>
  kept.get(address);

/** Keeps what was read in place of what was read longest ago, if it has a version. */
export function keepVersion(address: string, version: string | null, value: unknown): void {
  kept.delete(address);
  if (version !== null) kept.set(address, { version, value });
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
}

/** Forgets everything, for the next member. */
export const forgetVersions = (): void => kept.clear();
