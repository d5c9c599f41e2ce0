import { Refusal } from '#domain/common/refusal.ts';
import type { AccountPorts, Client } from '#domain/members/ports.ts';
import type { Attempt } from '#domain/trust/index.ts';

/** Whose password it is: of a member who is signed in or whose browser the account knows, or of anybody at an address. */
type Counted = { memberId: string } | undefined;

/**
 * Compares a password whose attempts were counted. The work itself is counted too, right or wrong, see `hashNew`. A
 * password that the site was too busy to look at was no guess: its attempts are given back. Throws Refusal busy,
 * too_many_requests.
 */
export function verifyCounted(
  ports: AccountPorts,
  client: Client,
  guess: { attempts: Attempt[]; counted: Counted; password: string; stored: string | undefined },
): Promise<boolean> {
  const { attempts, counted, password, stored } = guess;
  return work(ports, client, { attempts, counted }, () =>
    ports.passwords.verify(password, stored, counted ?? { ip: client.ip }),
  );
}

/**
 * Hashes a new password. Right passwords cost the site as much as wrong ones, so that all are counted and none is given
 * back: for a member at their own limit, else for the address. Throws Refusal busy, with the attempts given back, and
 * too_many_requests.
 */
export function hashNew(
  ports: AccountPorts,
  client: Client,
  { password, counted, attempts = [] }: { password: string; counted?: Counted; attempts?: Attempt[] },
): Promise<string> {
  return work(ports, client, { attempts, counted }, () =>
    ports.passwords.hash(password, counted ?? { ip: client.ip }),
  );
}

async function work<T>(
  { limits }: AccountPorts,
  client: Client,
  { attempts, counted }: { attempts: Attempt[]; counted: Counted },
  hash: () => Promise<T>,
): Promise<T> {
  const attempt: Attempt = counted ? ['password_member', counted.memberId] : ['password_ip', client.ip];
  await limits.take(attempt);
  try {
    return await hash();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'busy') await limits.giveBack(attempt, ...attempts);
    throw error;
  }
}
