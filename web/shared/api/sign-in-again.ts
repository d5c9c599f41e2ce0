/**
 * A session that ends while its member is on a screen: they are asked to sign in over it, so that what they have typed
 * stays, and the calls that the server refused wait for the answer.
 */
let asked: PromiseWithResolvers<boolean> | undefined;
const listeners = new Set<() => void>();

/** For `useSyncExternalStore`: whether the member is being asked. Who subscribes is there to ask them. */
export const signInStore = {
  isAsked: (): boolean => asked !== undefined,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) answerSignIn(false);
    };
  },
};

/** Answers whether the member has signed in again; at once that they have not where nothing can ask them. */
export async function signedInAgain(): Promise<boolean> {
  if (listeners.size === 0) return false;
  asked ??= Promise.withResolvers<boolean>();
  tell();
  return asked.promise;
}

/** The member has signed in again, or they or somebody else have left their screen. */
export function answerSignIn(signedIn: boolean): void {
  asked?.resolve(signedIn);
  asked = undefined;
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}
