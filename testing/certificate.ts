import { generateKeyPairSync } from 'node:crypto';
import { makeCertificate, type Name } from '#providers/passes/certificate.ts';

const DAY_MS = 86_400_000;

/** A self-signed certificate for 127.0.0.1, valid for a day before and after now. */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name: Name = [['CN', 'test']];
  const cert = makeCertificate({
    subject: name,
    issuer: name,
    publicKey,
    issuerKey: privateKey,
    addresses: ['127.0.0.1'],
    from: new Date(Date.now() - DAY_MS),
    to: new Date(Date.now() + DAY_MS),
  });
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
}
