import { createHash } from 'node:crypto';
import { readBounded } from '#providers/common/read-bounded.ts';

/** In milliseconds; a person waits for the response. */
const TIMEOUT_MS = 2_000;
/** Real responses have about 40 KB. */
const ANSWER_BYTES_MAX = 256 * 1024;
/** Questions at the same time, so that a silent service holds few sign-ups back. */
const ASKED_MAX = 20;
const PREFIX_LENGTH = 5;
const LINE = /^([0-9A-F]{35}):(\d+)$/;

/** `unknown`: the service was not asked, was silent or did not make sense. */
export type BreachCheck = 'breached' | 'clean' | 'unknown';

/**
 * Asks a service with the range interface of Have I Been Pwned (https://haveibeenpwned.com/API/v3#PwnedPasswords)
 * whether a password is known from a breach. Only the first 5 characters of its SHA-1 leave this server, and the padded
 * response hides from the network how many passwords share them. `address` is what the 5 characters are appended to. Each
 * result is told to `onChecked`, with a reason for `unknown`, which counts as false: nobody is kept out because the service is.
 */
export function pwnedPasswords({
  address,
  onChecked,
  timeoutMs = TIMEOUT_MS,
}: {
  address: string;
  onChecked: (result: BreachCheck, because?: string) => void;
  timeoutMs?: number;
}): (password: string) => Promise<boolean> {
  let asked = 0;
  return async (password) => {
    if (asked >= ASKED_MAX) {
      onChecked('unknown', 'too many questions at the same time');
      return false;
    }
    asked += 1;
    try {
      const hash = createHash('sha1').update(password.normalize('NFKC')).digest('hex').toUpperCase();
      const known = await suffixesOf(address + hash.slice(0, PREFIX_LENGTH), timeoutMs);
      const isBreached = known.has(hash.slice(PREFIX_LENGTH));
      onChecked(isBreached ? 'breached' : 'clean');
      return isBreached;
    } catch (error) {
      onChecked('unknown', error instanceof Error ? error.message : String(error));
      return false;
    } finally {
      asked -= 1;
    }
  };
}

/** The rest of the hashes that begin as the address ends. Lines of padding have the count 0. Throws for anything else. */
async function suffixesOf(url: string, timeoutMs: number): Promise<Set<string>> {
  const reply = await fetch(url, {
    headers: { 'Add-Padding': 'true', 'User-Agent': 'Pocketful' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (reply.status !== 200) {
    await reply.body?.cancel();
    throw new Error(`status ${reply.status}`);
  }
  const text = (await readBounded(reply.body, ANSWER_BYTES_MAX)).toString('latin1');
  const lines = text.split(/\r?\n/).filter(Boolean);
  const parsed = lines.map((line) => LINE.exec(line.toUpperCase()));
  if (lines.length === 0 || parsed.includes(null)) throw new Error('the response is no list of hashes');
  return new Set(parsed.flatMap((match) => (match?.[1] && Number(match[2]) > 0 ? [match[1]] : [])));
}
