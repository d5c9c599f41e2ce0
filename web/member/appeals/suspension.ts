import { PAUSE_REASONS, type PauseReason } from '#contract/suspensions.values.ts';
import { CallError } from '#web/shared/api/call.ts';

/** The details in the refused sign-in of a suspended member; `appealToken` as long as they can appeal. */
export interface SuspensionDetails {
  reason: PauseReason;
  text: string;
  since: string;
  appealToken?: string;
  answered?: string;
  answer?: string;
}

/** The details of the refusal `suspended`, or undefined for any other error. */
export function suspensionOf(error: Error | null): SuspensionDetails | undefined {
  if (!(error instanceof CallError) || error.code !== 'suspended') return undefined;
  const details = error.details as unknown as SuspensionDetails;
  return PAUSE_REASONS.includes(details.reason) ? details : undefined;
}

/** Passes the details of the refusal `suspended` on. Returns false for any other error. */
export function tellSuspension(error: Error, tell: (suspension: SuspensionDetails) => void): boolean {
  const suspension = suspensionOf(error);
  if (suspension) tell(suspension);
  return suspension !== undefined;
}
