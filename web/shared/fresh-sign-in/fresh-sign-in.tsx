import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useRef, useState } from 'react';
import { CallError } from '#web/shared/api/call.ts';

const ReauthenticateDialog = lazy(() =>
  import('./reauthenticate-dialog.tsx').then((module) => ({ default: module.ReauthenticateDialog })),
);

/** The member was asked for the password and left: the change did not happen, and nothing has to be told. */
export class Abandoned extends Error {
  constructor() {
    super('The member did not confirm their password');
    this.name = 'Abandoned';
  }
}

type Freshly = <Result>(work: () => Promise<Result>) => Promise<Result>;
const FreshSignIn = createContext<Freshly | undefined>(undefined);

interface Proof {
  promise: Promise<void>;
  resolve: () => void;
  reject: (reason: Abandoned) => void;
}

/** Gives `useFreshSignIn` to everything below. */
export function FreshSignInProvider({ children }: { children: ReactNode }) {
  const [asking, setAsking] = useState(false);
  const proof = useRef<Proof>(undefined);
  const freshly = useCallback<Freshly>(async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'reauthentication_required') throw error;
    }
    proof.current ??= Promise.withResolvers<void>();
    setAsking(true);
    await proof.current.promise;
    return work();
  }, []);
  const end = (proven: boolean) => {
    if (proven) proof.current?.resolve();
    else proof.current?.reject(new Abandoned());
    proof.current = undefined;
    setAsking(false);
  };
  return (
    <FreshSignIn value={freshly}>
      {children}
      {asking && (
        <Suspense>
          <ReauthenticateDialog onProven={() => end(true)} onLeave={() => end(false)} />
        </Suspense>
      )}
    </FreshSignIn>
  );
}

/**
 * For calls that need a fresh sign-in: `freshly(() => call(...))` makes the call; if the server wants the password first,
 * it is asked for and the call repeated. Throws Abandoned when the member does not give it.
 */
export function useFreshSignIn(): Freshly {
  const freshly = use(FreshSignIn);
  if (!freshly) throw new Error('FreshSignInProvider is missing');
  return freshly;
}
