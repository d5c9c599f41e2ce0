/**
 * What this browser stores for the site, until it is removed (`browser`) or the tab is closed (`tab`). Some browsers
 * forbid storing anything (settings, private windows) and throw on every access; they are treated as if nothing had
 * been stored.
 */
export type KeepingPlace = 'browser' | 'tab';

const storage = (place: KeepingPlace) => (place === 'tab' ? sessionStorage : localStorage);

export function kept(key: string, place: KeepingPlace = 'browser'): string | undefined {
  try {
    return storage(place).getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keep(key: string, value: string, place: KeepingPlace = 'browser'): void {
  try {
    storage(place).setItem(key, value);
  } catch {
    // Nothing depends on stored values; the next page does without them.
  }
}

export function forget(key: string, place: KeepingPlace = 'browser'): void {
  try {
    storage(place).removeItem(key);
  } catch {
    // What cannot be removed was never stored.
  }
}
