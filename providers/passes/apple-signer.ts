import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { AppleSigner } from './apple.ts';

/** How long before a certificate ends the operator is warned, in milliseconds. */
const NOTICE_MS = 30 * 86_400_000;

/**
 * Checks the certificates and the key that sign passes, since the signing library accepts anything, even a wrong key.
 * Returns every fault and every warning, one line each; no line contains anything of the key.
 */
export function checkSigner(signer: AppleSigner, now = new Date()): { faults: string[]; warnings: string[] } {
  const faults: string[] = [];
  const warnings: string[] = [];
  const certificate = readCertificate('APPLE_PASS_CERT', signer.certificate, faults);
  const wwdr = readCertificate('APPLE_PASS_WWDR', signer.wwdr, faults);
  const key = readKey(signer.key, faults);
  if (certificate && key && !certificate.checkPrivateKey(key)) {
    faults.push('APPLE_PASS_KEY: is not the key of APPLE_PASS_CERT');
  }
  if (
    certificate &&
    wwdr &&
    !(wwdr.ca && certificate.checkIssued(wwdr) && certificate.verify(wwdr.publicKey))
  ) {
    faults.push(
      'APPLE_PASS_WWDR: did not issue APPLE_PASS_CERT; take the one of the same generation (see its issuer)',
    );
  }
  if (certificate) {
    compareId('APPLE_PASS_TYPE_ID', signer.passTypeId, 'UID', certificate, faults);
    compareId('APPLE_TEAM_ID', signer.teamId, 'OU', certificate, faults);
  }
  for (const [name, read] of [
    ['APPLE_PASS_CERT', certificate],
    ['APPLE_PASS_WWDR', wwdr],
  ] as const) {
    if (read) checkDates(name, read, now, faults, warnings);
  }
  return { faults, warnings };
}

function readCertificate(name: string, pem: string, faults: string[]): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    faults.push(`${name}: is not a certificate in PEM`);
    return undefined;
  }
}

function readKey(pem: string, faults: string[]): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'rsa') return key;
    faults.push('APPLE_PASS_KEY: is not an RSA key, which passes are signed with');
  } catch {
    faults.push('APPLE_PASS_KEY: is not a private key in PEM without a password');
  }
  return undefined;
}

/** Apple writes the ids into the subject of the certificate. */
function compareId(
  name: string,
  given: string,
  part: 'UID' | 'OU',
  { subject }: X509Certificate,
  faults: string[],
): void {
  const named = new RegExp(`^${part}=(.+)$`, 'm').exec(subject)?.[1];
  if (named !== given) faults.push(`${name}: is ${given}, the certificate is of ${named ?? 'no such id'}`);
}

function checkDates(
  name: string,
  { validFromDate, validToDate }: X509Certificate,
  now: Date,
  faults: string[],
  warnings: string[],
): void {
  const end = validToDate.toISOString().slice(0, 10);
  if (validFromDate > now) faults.push(`${name}: is not valid yet`);
  else if (validToDate <= now) faults.push(`${name}: has expired on ${end}`);
  else if (validToDate.getTime() - now.getTime() < NOTICE_MS) warnings.push(`${name}: expires on ${end}`);
}
