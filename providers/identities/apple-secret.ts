import { createPrivateKey, sign } from 'node:crypto';

/** What Apple gives a developer for signing in: https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret */
export interface AppleKey {
  teamId: string;
  keyId: string;
  /** PKCS #8 in PEM, an EC key on P-256. */
  privateKey: string;
}

const AUDIENCE = 'https://appleid.apple.com';
const LIFE_SECONDS = 300;

/** Apple's client secret: a JWT (ES256) that the key signs, made anew for each use. */
export function appleSecret({ teamId, keyId, privateKey }: AppleKey, clientId: string, now: Date): string {
  const iat = Math.floor(now.getTime() / 1_000);
  const claims = { iss: teamId, iat, exp: iat + LIFE_SECONDS, aud: AUDIENCE, sub: clientId };
  const signed = [{ alg: 'ES256', kid: keyId }, claims].map((part) => encode(JSON.stringify(part))).join('.');
  const key = createPrivateKey(privateKey);
  return `${signed}.${encode(sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }))}`;
}

const encode = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64url');
