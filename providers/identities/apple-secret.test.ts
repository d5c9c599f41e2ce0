import { generateKeyPairSync, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { appleSecret } from './apple-secret.ts';

test('the secret for Apple is a JWT of five minutes that the key of the developer signs', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const secret = appleSecret(
    { teamId: 'TEAM123456', keyId: 'KEY1234567', privateKey: pem },
    'example.rewards.site',
    new Date('2026-11-23T12:00:00.500Z'),
  );
  const [header = '', claims = '', signature = ''] = secret.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  expect(read(header)).toEqual({ alg: 'ES256', kid: 'KEY1234567' });
  expect(read(claims)).toEqual({
    iss: 'TEAM123456',
    iat: 1_795_435_200,
    exp: 1_795_435_500,
    aud: 'https://appleid.apple.com',
    sub: 'example.rewards.site',
  });
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const bytes = Buffer.from(`${header}.${claims}`);
  expect(verify('sha256', bytes, key, Buffer.from(signature, 'base64url'))).toBe(true);
});
