import { Abandoned } from './abandoned.ts';

/**
 * When a session ends while its member is on a screen, a dialog over the screen asks them to sign in again. What they
 * typed stays, and the calls that the server refused wait for the result.
 */
let asked: PromiseWithResolvers<boolean> | undefined;
const listeners = new Set<() => void>();

/** For `useSyncExternalStore`: whether the member is being asked. The subscriber shows the dialog. */
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

/**
 * Resolves to whether the member has signed in again; to false at once when there is no subscriber to ask them. Throws
 * Abandoned if the member is forgotten meanwhile.
 */
export async function signedInAgain(): Promise<boolean> {
  if (listeners.size === 0) return false;
  asked ??= Promise.withResolvers<boolean>();
  tell();
  return asked.promise;
}

/** Called when the member has signed in again, or when the screen is left. */
export function answerSignIn(signedIn: boolean): void {
  asked?.resolve(signedIn);
  asked = undefined;
  tell();
}

/** Called when the member is forgotten: what waits for them must not be sent in another one's name. */
export function abandonSignIn(): void {
  asked?.reject(new Abandoned());
  answerSignIn(false);
}

function tell(): void {
  for (const listener of listeners) listener();
}
