import { Refusal } from '#domain/common/refusal.ts';
import type { AccountPorts, Client, SecurityEvent } from '#domain/members/ports.ts';

/** What is reported of an identity by which nobody comes in, by the code of the refusal. */
const EVENTS: Partial<Record<Refusal['code'], SecurityEvent['event']>> = {
  identity_refused: 'identity_refused',
  identity_unknown: 'identity_unknown',
  not_admin: 'outsider_refused',
};

/** Runs `work`, reports the refusal that it ends with, if it is one of an identity, and passes it on. */
export async function reportingRefusal<T>(
  ports: Pick<AccountPorts, 'onSecurityEvent'>,
  { ip }: Client,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const event = error instanceof Refusal ? EVENTS[error.code] : undefined;
    if (event) ports.onSecurityEvent({ event, ip });
    throw error;
  }
}
