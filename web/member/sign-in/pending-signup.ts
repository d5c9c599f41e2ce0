import { forget, keep, kept } from '#web/shared/browser/storage.ts';

/** A sign-up whose address is not confirmed yet. Its password is stored nowhere, so it is asked for again after a reload. */
export interface PendingSignup {
  name: string;
  email: string;
}

const KEY = 'sign-up';
/** Longer than a code is valid, as another one can be asked for. */
const KEPT_MS = 60 * 60 * 1000;

/** Keeps the sign-up in this tab alone, so that a reload comes back to its code. */
export const keepPendingSignup = ({ name, email }: PendingSignup): void =>
  keep(KEY, JSON.stringify({ name, email, until: Date.now() + KEPT_MS }), 'tab');

/** The sign-up of this tab that waits for its code, if any. */
export function pendingSignup(): PendingSignup | undefined {
  const { name, email, until }: Partial<PendingSignup & { until: number }> = JSON.parse(
    kept(KEY, 'tab') ?? '{}',
  );
  return name && email && until && Date.now() < until ? { name, email } : undefined;
}

export const forgetPendingSignup = (): void => forget(KEY, 'tab');
