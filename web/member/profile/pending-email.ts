import type { Member } from '#contract/member.ts';
import { forget, keep, kept } from '#web/shared/browser/storage.ts';

const KEY = 'new-email';
/** Longer than a code is valid, as another one can be asked for. */
const KEPT_MS = 60 * 60 * 1000;

/** Keeps the new address of a member in this tab, so that a reload comes back to its code. */
export const keepPendingEmail = (memberId: string, email: string): void =>
  keep(KEY, JSON.stringify({ memberId, email, until: Date.now() + KEPT_MS }), 'tab');

/** The new address of the member that waits for its code in this tab, if any; one that waits no longer is forgotten. */
export function pendingEmail(member: Pick<Member, 'id' | 'email'>): string | undefined {
  const waiting = kept(KEY, 'tab');
  if (!waiting) return undefined;
  const { memberId, email, until }: { memberId: string; email: string; until: number } = JSON.parse(waiting);
  if (memberId === member.id && email !== member.email && Date.now() < until) return email;
  forgetPendingEmail();
  return undefined;
}

export const forgetPendingEmail = (): void => forget(KEY, 'tab');
