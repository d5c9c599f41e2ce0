import { Suspended } from '#web/member/appeals/suspended.tsx';
import type { SuspensionDetails } from '#web/member/appeals/suspension.ts';
import { AuthFrame } from './auth-frame.tsx';

/** The screen of a suspended member whose way in has no form that stays. */
export function SuspendedScreen({ suspension }: { suspension: SuspensionDetails }) {
  return (
    <AuthFrame>
      <Suspended suspension={suspension} alone />
    </AuthFrame>
  );
}
