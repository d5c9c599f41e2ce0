import { createContext, use } from 'react';

export type Freshly = <Result>(work: () => Promise<Result>) => Promise<Result>;
export const FreshSignIn = createContext<Freshly | undefined>(undefined);

/**
 * For calls that need a fresh sign-in: `freshly(() => call(...))` makes the call; while the server requires a proof, it is
 * asked for and the call repeated. Throws Abandoned if the member cancels, and MissingPart if the question cannot be
 * shown. Needs a FreshSignInProvider above.
 */
export const useFreshSignIn = (): Freshly => use(FreshSignIn) ?? missing;

function missing(): never {
  throw new Error('FreshSignInProvider is missing');
}
