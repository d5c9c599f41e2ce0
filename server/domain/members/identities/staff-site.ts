import { Refusal } from '#domain/common/refusal.ts';
import type { AccountPorts } from '#domain/members/ports.ts';

/** For staff who have to sign in at the site that gave their role; its text names the site. */
export function staffIdentityRequired({ providers }: AccountPorts['identities'], site: string): Refusal {
  const provider = providers.find(({ id }) => id === site)?.name ?? site;
  return new Refusal('staff_identity_required', { details: { provider } });
}
