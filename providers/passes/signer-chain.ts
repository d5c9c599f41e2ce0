import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { AppleSigner } from './apple.ts';
import { makeCertificate, type Name } from './certificate.ts';

const KEY_BITS = 2048;
const DAY_MS = 86_400_000;
const YEARS_MS = 10 * 365 * DAY_MS;
const PASS_TYPE_ID = 'pass.test.pocketful.rewards';
const TEAM_ID = 'TESTTEAM01';

/** A signer with the chain that it hangs on. */
export interface SignerChain extends AppleSigner {
  /** PEM of the certificate that vouches for `wwdr`. */
  root: string;
}

/** Root, intermediate and leaf, all marked as of a test. `to` is the end of the leaf. */
export async function makeSignerChain(
  options: { passTypeId?: string; teamId?: string; from?: Date; to?: Date } = {},
): Promise<SignerChain> {
  const { passTypeId = PASS_TYPE_ID, teamId = TEAM_ID } = options;
  const from = options.from ?? new Date(Date.now() - DAY_MS);
  const far = new Date(Date.now() + YEARS_MS);
  const [root, wwdr, leaf] = await Promise.all([newKeys(), newKeys(), newKeys()]);
  const rootName: Name = [['CN', 'Test root, not of Apple']];
  const wwdrName: Name = [['CN', 'Test intermediate, not of Apple']];
  const leafName: Name = [
    ['UID', passTypeId],
    ['CN', `Pass Type ID: ${passTypeId}`],
    ['OU', teamId],
    ['O', 'Test, not of Apple'],
  ];
  const authority = { from, to: far, isAuthority: true, issuer: rootName, issuerKey: root.privateKey };
  return {
    root: makeCertificate({ ...authority, subject: rootName, publicKey: root.publicKey }),
    wwdr: makeCertificate({ ...authority, subject: wwdrName, publicKey: wwdr.publicKey }),
    certificate: makeCertificate({
      subject: leafName,
      publicKey: leaf.publicKey,
      issuer: wwdrName,
      issuerKey: wwdr.privateKey,
      from,
      to: options.to ?? far,
    }),
    key: leaf.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    passTypeId,
    teamId,
  };
}

const generate = promisify(generateKeyPair);
const newKeys = () => generate('rsa', { modulusLength: KEY_BITS });
