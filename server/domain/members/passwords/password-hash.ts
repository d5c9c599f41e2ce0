import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { type Asker, createFairQueue } from '#domain/common/fair-queue.ts';
import { siteOf } from '#domain/trust/index.ts';

interface Cost {
  /** Logarithm to base 2 of N. */
  ln: number;
  r: number;
  p: number;
}

/**
 * A row of the OWASP Password Storage Cheat Sheet: 32 MiB and about 0.2 s per hash. If it is raised, old hashes are
 * replaced at the next sign-in.
 */
const COST: Cost = { ln: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Node's memory limit for one hash; it needs a little over 32 MiB. */
const MEMORY_BYTES_MAX = 64 * 1024 * 1024;
/**
 * Hashes that run at the same time. libuv has more threads, which new connections to the database need for their own
 * proof (SCRAM); otherwise they would wait behind every password.
 */
const RUNNING_MAX = 3;
/** Hashes that run or wait; the last one waits for a second or two. */
const HASHES_MAX = 24;
/** Hashes of one address, for IPv6 of its /48, so that one address cannot take all places. */
const HASHES_OF_ADDRESS_MAX = 8;
const FORMAT = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** An address, or a member who is signed in or whose browser the account knows. */
export type Whose = { ip: string } | { memberId: string };

const askerOf = (whose: Whose): Asker =>
  'ip' in whose
    ? { name: siteOf(whose.ip), isKnown: false }
    : { name: `member ${whose.memberId}`, isKnown: true };

export interface PasswordHasher {
  /**
   * Returns `$scrypt$ln=15,r=8,p=3$<salt>$<hash>`, base64 without padding. Addresses and known members (`whose`) take
   * turns. Throws Refusal busy.
   */
  hash: (password: string, whose: Whose) => Promise<string>;
  /** Compares in constant time. Without a stored hash it takes as long and returns false. Throws Refusal busy. */
  verify: (password: string, stored: string | undefined, whose: Whose) => Promise<boolean>;
  /** True if the stored hash was made with other parameters than today's. */
  isOutdated: (stored: string) => boolean;
}

interface HasherOptions {
  hashesMax?: number;
  addressMax?: number;
  cost?: Cost;
}

/** Hashes with scrypt (RFC 7914), with a bound on hashes at the same time. Only tests hash at a lower cost. */
export function createPasswordHasher({
  hashesMax = HASHES_MAX,
  addressMax = HASHES_OF_ADDRESS_MAX,
  cost = COST,
}: HasherOptions = {}): PasswordHasher {
  const inTurn = createFairQueue({ runningMax: RUNNING_MAX, placesMax: hashesMax, askerMax: addressMax });
  const derive = (password: string, salt: Buffer, by: Cost, whose: Whose): Promise<Buffer> =>
    inTurn(askerOf(whose), () => scryptOf(password, salt, by));

  return {
    hash: async (password, whose) => {
      const salt = randomBytes(SALT_BYTES);
      const { ln, r, p } = cost;
      const hash = await derive(password, salt, cost, whose);
      return `$scrypt$ln=${ln},r=${r},p=${p}$${encode(salt)}$${encode(hash)}`;
    },
    verify: async (password, stored, whose) => {
      const parsed = parse(stored);
      if (!parsed) {
        await derive(password, Buffer.alloc(SALT_BYTES), cost, whose);
        return false;
      }
      return timingSafeEqual(await derive(password, parsed.salt, parsed.cost, whose), parsed.hash);
    },
    isOutdated: (stored) => {
      const used = parse(stored)?.cost;
      return used?.ln !== cost.ln || used.r !== cost.r || used.p !== cost.p;
    },
  };
}

function scryptOf(password: string, salt: Buffer, { ln, r, p }: Cost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: MEMORY_BYTES_MAX };
  return new Promise((resolve, reject) => {
    // The same characters typed on another keyboard can have other code points (NIST SP 800-63B, 3.1.1.2).
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function parse(stored: string | undefined): { cost: Cost; salt: Buffer; hash: Buffer } | undefined {
  const [, ln, r, p, salt = '', hash = ''] = FORMAT.exec(stored ?? '') ?? [];
  const bytes = Buffer.from(hash, 'base64');
  if (bytes.length !== HASH_BYTES) return undefined;
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    hash: bytes,
  };
}

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
