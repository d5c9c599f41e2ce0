import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createPasswordHasher } from './password-hash.ts';

const IP = { ip: '192.0.2.1' };

test('a hash states its parameters, is salted, and verifies only its own password', async () => {
  const { hash, verify, isOutdated } = createPasswordHasher();
  const [a, b] = await Promise.all([hash('correct horse', IP), hash('correct horse', IP)]);
  expect(a).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(a).not.toBe(b);
  expect(await verify('correct horse', a, IP)).toBe(true);
  expect(await verify('correct horsE', a, IP)).toBe(false);
  expect(isOutdated(a)).toBe(false);
  expect(isOutdated(a.replace('p=3', 'p=1'))).toBe(true);
});

test('the same characters written with other code points are the same password', async () => {
  const { hash, verify } = createPasswordHasher();
  expect(await verify('Zu\u0308rich caf\u00e9', await hash('Z\u00fcrich cafe\u0301', IP), IP)).toBe(true);
});

test('verifying without a usable stored hash returns false and takes as much work', async () => {
  const { hash, verify } = createPasswordHasher();
  const stored = await hash('correct horse', IP);
  // Processor time of all threads: other work on the machine makes it no longer.
  const workOf = async (value: string | undefined) => {
    const before = process.cpuUsage();
    expect(await verify('another horse', value, IP)).toBe(false);
    return process.cpuUsage(before).user;
  };
  const real = Math.min(await workOf(stored), await workOf(stored), await workOf(stored));
  for (const nothing of [undefined, 'none', '$scrypt$ln=15,r=8,p=3$AA$AA']) {
    expect(await workOf(nothing)).toBeGreaterThan(real / 2);
  }
});

test('beyond the cap of parallel hashes the site says that it is busy, and recovers', async () => {
  const { hash } = createPasswordHasher({ hashesMax: 2 });
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => hash('correct horse', IP)));
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(2);
  expect(results.find((result) => result.status === 'rejected')?.reason).toMatchObject({
    code: 'busy',
    status: 503,
    retryAfter: 2,
  });
  await hash('correct horse', IP);
});

test('a connection to the database need not wait while as many passwords as possible are hashed', async () => {
  const { hash } = createPasswordHasher();
  let hashed = 0;
  const hashes = Array.from({ length: 16 }, async (_, n) => {
    await hash(`correct horse ${n}`, { ip: `192.0.2.${n}` });
    hashed += 1;
  });
  // The work of PostgreSQL's sign-in by SCRAM (RFC 7677), in the same threads.
  await promisify(pbkdf2)('password', 'salt', 4_096, 32, 'sha256');
  expect(hashed).toBeLessThan(4);
  await Promise.all(hashes);
});
