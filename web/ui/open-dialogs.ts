/** What asks each open dialog to close, the one in front last. They can overlap and close in any order. */
const dialogs = new Set<() => void>();
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

/** The dialogs that are open; `isAny` and `subscribe` are for `useSyncExternalStore`. */
export const openDialogs = {
  /** Returns a function that takes it away again. */
  add: (leave: () => void): (() => void) => {
    dialogs.add(leave);
    tell();
    return () => {
      dialogs.delete(leave);
      tell();
    };
  },
  isAny: (): boolean => dialogs.size > 0,
  /** Asks the one in front to close. */
  leave: (): void => [...dialogs].at(-1)?.(),
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
