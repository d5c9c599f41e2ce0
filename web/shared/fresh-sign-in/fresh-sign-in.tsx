import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { CallError } from '#web/shared/api/call.ts';
import { type Freshly, FreshSignIn } from './freshly.ts';

const ReauthenticateDialog = lazy(() =>
  import('./reauthenticate-dialog.tsx').then((module) => ({ default: module.ReauthenticateDialog })),
);

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
