/**
 * What this browser keeps for the site: until it is told to forget (`browser`) or until the tab is closed (`tab`). Some
 * browsers forbid keeping anything (settings, private windows), and then every access throws: such a browser has just
 * forgotten.
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
    // Nothing depends on it: the next page does without.
  }
}

export function forget(key: string, place: KeepingPlace = 'browser'): void {
  try {
    storage(place).removeItem(key);
  } catch {
    // What cannot be reached was never kept.
  }
}
