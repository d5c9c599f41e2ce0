import { type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { CallError } from '#web/shared/api/call.ts';
import { part } from '#web/shared/browser/missing-part.ts';
import { latePart } from '#web/shared/parts/late-part.tsx';
import { type Freshly, FreshSignIn } from './freshly.ts';

const load = () => part(import('./reauthenticate-dialog.tsx'));
const ReauthenticateDialog = latePart(load, (module) => module.ReauthenticateDialog);

/** What is asked for: the password, or a visit to the other site from which a role of staff comes. */
interface Question {
  staffSite: string | undefined;
}

interface Proof {
  promise: Promise<void>;
  resolve: () => void;
  reject: (reason: Abandoned) => void;
}

/** Gives `useFreshSignIn` to everything below. */
export function FreshSignInProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>();
  const proof = useRef<Proof>(undefined);
  const freshly = useCallback<Freshly>(async (work) => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'reauthentication_required') throw error;
        await load();
        proof.current ??= Promise.withResolvers<void>();
        const { provider } = error.details;
        setQuestion({ staffSite: provider === undefined ? undefined : String(provider) });
        await proof.current.promise;
      }
    }
  }, []);
  const end = (proven: boolean) => {
    if (proven) proof.current?.resolve();
    else proof.current?.reject(new Abandoned());
    proof.current = undefined;
    setQuestion(undefined);
  };
  return (
    <FreshSignIn value={freshly}>
      {children}
      {question && (
        <Suspense>
          <ReauthenticateDialog {...question} onProven={() => end(true)} onLeave={() => end(false)} />
        </Suspense>
      )}
    </FreshSignIn>
  );
}
