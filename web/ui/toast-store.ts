export interface ToastContent {
  title: string;
  description?: string | undefined;
  /** What to do about it, on a line of its own. */
  next?: string | undefined;
  tone?: 'success' | 'error' | 'info';
  /** What the message is about, compared by identity; `endToast` hides it when that is over. */
  owner?: object | undefined;
}

export interface ShownToast extends ToastContent {
  id: number;
  open: boolean;
}

/** A dismissed toast is removed after this long; the next toast replaces it at once. */
export const TOAST_REMOVE_MS = 1_000_000;

let shown: ShownToast | undefined;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Shows a message for five seconds. It replaces the previous one. Returns its id, for `dismissToast`. */
export function toast(content: ToastContent): number {
  lastId += 1;
  clearTimeout(removal);
  set({ ...content, id: lastId, open: true });
  return lastId;
}

/** Starts to hide a toast; does nothing if another one has replaced it. */
export function dismissToast(id: number): void {
  if (shown?.id !== id || !shown.open) return;
  set({ ...shown, open: false });
  removal = setTimeout(() => set(undefined), TOAST_REMOVE_MS);
}

/** Starts to hide the toast of this owner; does nothing if another one is shown. */
export function endToast(owner: object): void {
  if (shown?.owner === owner) dismissToast(shown.id);
}

/** For `useSyncExternalStore`. */
export const toastStore = {
  get: (): ShownToast | undefined => shown,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function set(next: ShownToast | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}
