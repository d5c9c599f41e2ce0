import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ApplePasses, RewardPass } from '#domain/redemption/index.ts';

/** The certificates, key and ids that sign passes. All but the ids are PEM. */
export interface AppleSigner {
  /** The pass type certificate. */
  certificate: string;
  /** Its private key. */
  key: string;
  /** Apple's intermediate certificate, which issued it. */
  wwdr: string;
  passTypeId: string;
  teamId: string;
}

const IMAGES = ['icon', 'logo'].flatMap((name) => [`${name}.png`, `${name}@2x.png`, `${name}@3x.png`]);
const COLOURS = {
  backgroundColor: 'rgb(11, 104, 85)',
  foregroundColor: 'rgb(255, 255, 255)',
  labelColor: 'rgb(217, 239, 230)',
};

/**
 * Passes for Apple Wallet. `signerOf` is called when the first pass is made. `isTest` means that the signer is not
 * Apple's, so no phone accepts the pass. Making a pass throws if the signer's certificates are out of date.
 */
export function applePasses(signerOf: () => Promise<AppleSigner>, isTest: boolean): ApplePasses {
  const images = Object.fromEntries(
    IMAGES.map((file) => [file, readFileSync(path.join(import.meta.dirname, 'images', file))]),
  );
  return {
    make: async (pass) => {
      const signer = await signerOf();
      for (const pem of [signer.certificate, signer.wwdr]) {
        if (new X509Certificate(pem).validToDate < new Date()) {
          throw new Error('the certificate of reward passes has expired');
        }
      }
      const content = Buffer.from(JSON.stringify(contentOf(pass, signer, isTest || pass.test)));
      // Most servers never make a pass, and would start later with this library.
      const { PKPass } = await import('passkit-generator');
      return new PKPass(
        { ...images, 'pass.json': content },
        {
          signerCert: signer.certificate,
          // The library reads unencrypted PKCS #8.
          signerKey: createPrivateKey(signer.key).export({ type: 'pkcs8', format: 'pem' }),
          wwdr: signer.wwdr,
        },
      ).getAsBuffer();
    },
  };
}

/** `pass.json` (https://developer.apple.com/documentation/walletpasses/pass). */
function contentOf(pass: RewardPass, signer: AppleSigner, isTest: boolean): object {
  const { words, redemptionId } = pass;
  const { labels } = words;
  const day = { dateStyle: 'PKDateStyleMedium' };
  const issued = { key: 'issued', label: labels.issued, value: pass.issuedAt.toISOString(), ...day };
  const expires = pass.expiresAt && {
    key: 'expires',
    label: labels.expires,
    value: pass.expiresAt.toISOString(),
    ...day,
    // A day in UTC, wherever the phone is.
    ignoresTimeZone: true,
  };
  const value = { key: 'value', label: labels.value, value: words.value };
  const title = { key: 'title', label: '', value: pass.title };
  const fields = {
    headerFields: isTest ? [{ key: 'test', label: '', value: words.test }] : [],
    // A pass with a value shows the value large, a ticket its title.
    primaryFields: [pass.style === 'value' ? { ...value, label: pass.title } : title],
    secondaryFields: [...(pass.style === 'value' ? [] : [value]), issued, ...(expires ? [expires] : [])],
    backFields: [
      { key: 'about', label: labels.about, value: `${words.note}\n${pass.link}` },
      { key: 'reference', label: labels.reference, value: redemptionId },
    ],
  };
  return {
    formatVersion: 1,
    passTypeIdentifier: signer.passTypeId,
    teamIdentifier: signer.teamId,
    organizationName: pass.productName,
    logoText: pass.productName,
    description: words.description,
    serialNumber: redemptionId,
    sharingProhibited: true,
    ...COLOURS,
    ...(pass.endsAt ? { expirationDate: pass.endsAt.toISOString() } : {}),
    [pass.style === 'value' ? 'storeCard' : 'generic']: fields,
  };
}
