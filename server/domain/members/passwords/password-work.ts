import { Refusal } from '#domain/common/refusal.ts';
import type { AccountPorts, Client } from '#domain/members/ports.ts';
import type { Attempt } from '#domain/trust/index.ts';
import { requireGoodPassword } from './password-policy.ts';

/** The member, if signed in or in a browser that the account knows; otherwise the address is counted. */
type Counted = { memberId: string } | undefined;

/**
 * Compares a password whose attempts were counted; the hashing is counted as well, as in `hashNew`. If it is not hashed, the
 * attempts are given back. Throws Refusal busy, too_many_requests.
 */
export async function verifyCounted(
  ports: AccountPorts,
  client: Client,
  guess: { attempts: Attempt[]; counted: Counted; password: string; stored: string | undefined },
): Promise<boolean> {
  const { attempts, counted, password, stored } = guess;
  try {
    return await work(ports, client, counted, () =>
      ports.passwords.verify(password, stored, counted ?? { ip: client.ip }),
    );
  } catch (error) {
    if (error instanceof Refusal) await ports.limits.giveBack(...attempts);
    throw error;
  }
}

/**
 * Throws unless a password may be chosen: as `requireGoodPassword`, and Refusal password_breached if the site asks a
 * service about breaches and the password is known there. Asking counts like a hash. Throws Refusal too_many_requests.
 */
export async function admitPassword(
  { policy, limits, isBreached }: AccountPorts,
  client: Client,
  {
    password,
    email,
    field,
    counted,
  }: { password: string; email: string; field: 'password' | 'newPassword'; counted?: Counted },
): Promise<void> {
  requireGoodPassword(policy, password, { email, field });
  if (!isBreached) return;
  await limits.take(attemptOf(counted, client));
  if (await isBreached(password)) throw new Refusal('password_breached');
}

/**
 * Hashes a new password. The hashing counts against the member's own limit, or else the address's, and is not given
 * back, since right passwords cost as much as wrong ones. Throws Refusal busy, too_many_requests.
 */
export function hashNew(
  ports: AccountPorts,
  client: Client,
  { password, counted }: { password: string; counted?: Counted },
): Promise<string> {
  return work(ports, client, counted, () => ports.passwords.hash(password, counted ?? { ip: client.ip }));
}

async function work<T>(
  { limits }: AccountPorts,
  client: Client,
  counted: Counted,
  hash: () => Promise<T>,
): Promise<T> {
  const attempt = attemptOf(counted, client);
  await limits.take(attempt);
  try {
    return await hash();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'busy') await limits.giveBack(attempt);
    throw error;
  }
}

const attemptOf = (counted: Counted, { ip }: Client): Attempt =>
  counted ? ['password_member', counted.memberId] : ['password_ip', ip];
