import { noteMember } from '#web/shared/browser/tabs.ts';
import { Abandoned } from './abandoned.ts';

/**
 * When a session ends while its member is on a screen, a dialog over the screen asks them to sign in again. What they
 * typed stays, and the calls that the server refused wait for the result.
 */
let asked: PromiseWithResolvers<boolean> | undefined;
/** Sign-ins that were abandoned so far. */
let abandoned = 0;
/** By then the browser has the token that another call, perhaps of another tab, has brought in the place of the one refused. */
const ROTATION_MS = 500;
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
 * Resolves to whether the refused call can be sent again: if it is the first time, soon and without asking, otherwise
 * when the member has signed in. To false at once when there is no subscriber to ask them. Throws Abandoned if the
 * member is forgotten meanwhile.
 */
export async function signedInAgain(isFirst: boolean): Promise<boolean> {
  if (listeners.size > 0 && isFirst && !asked) {
    const before = abandoned;
    await new Promise((resolve) => setTimeout(resolve, ROTATION_MS));
    if (abandoned > before) throw new Abandoned();
    return true;
  }
  noteMember(null);
  if (listeners.size === 0) return false;
  asked ??= Promise.withResolvers<boolean>();
  // Whoever hears of the question may abandon it at once.
  const { promise } = asked;
  tell();
  return promise;
}

/** Called when the member has signed in again, or when the screen is left. */
export function answerSignIn(signedIn: boolean): void {
  asked?.resolve(signedIn);
  asked = undefined;
  tell();
}

/** Called when the member is forgotten or gone for good: what waits for them must not be sent in another one's name. */
export function abandonSignIn(): void {
  abandoned += 1;
  asked?.reject(new Abandoned());
  answerSignIn(false);
}

function tell(): void {
  for (const listener of listeners) listener();
}
