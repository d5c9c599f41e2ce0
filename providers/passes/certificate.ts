import { createSign, type KeyObject, randomBytes } from 'node:crypto';

/** Writes X.509 certificates (RFC 5280) in DER (ITU-T X.690), with only what our own certificates need. */

/** Parts of a name, in order. */
export type Name = readonly (readonly [part: keyof typeof NAME_PARTS, value: string])[];

export interface Certificate {
  subject: Name;
  publicKey: KeyObject;
  /** The issuer's name; the subject's own if it is self-signed. */
  issuer: Name;
  issuerKey: KeyObject;
  from: Date;
  to: Date;
  /** Whether it may issue others. */
  isAuthority?: boolean;
  /** IPv4 addresses of its server. */
  addresses?: readonly string[];
}

const NAME_PARTS = {
  CN: '550403',
  C: '550406',
  O: '55040a',
  OU: '55040b',
  UID: '0992268993f22c640101',
};
const SUBJECT_ALT_NAME = '551d11';
const BASIC_CONSTRAINTS = '551d13';
const SERIAL_BYTES = 16;

/** Returns the certificate as PEM. Keys are RSA or of an elliptic curve. */
export function makeCertificate(certificate: Certificate): string {
  const { subject, issuer, issuerKey, publicKey, from, to } = certificate;
  const algorithm = signatureAlgorithm(issuerKey);
  const serial = randomBytes(SERIAL_BYTES);
  // Positive and without a leading zero.
  serial[0] = 0x40 | (serial.readUInt8(0) & 0x3f);
  const toBeSigned = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, serial),
    algorithm,
    nameOf(issuer),
    sequence(time(from), time(to)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensionsOf(certificate))),
  );
  const signature = createSign('sha256').update(toBeSigned).sign(issuerKey);
  const whole = sequence(toBeSigned, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString('base64').replace(/.{64}(?!$)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

function extensionsOf({ isAuthority = false, addresses = [] }: Certificate): Buffer[] {
  const critical = tagged(0x01, Buffer.from([0xff]));
  const constraints = isAuthority ? sequence(critical) : sequence();
  const basic = sequence(oid(BASIC_CONSTRAINTS), critical, tagged(0x04, constraints));
  if (addresses.length === 0) return [basic];
  const names = addresses.map((address) => tagged(0x87, Buffer.from(address.split('.').map(Number))));
  return [basic, sequence(oid(SUBJECT_ALT_NAME), tagged(0x04, sequence(...names)))];
}

function signatureAlgorithm(key: KeyObject): Buffer {
  // sha256WithRSAEncryption, which has a NULL, and ecdsa-with-SHA256.
  if (key.asymmetricKeyType === 'rsa') return sequence(oid('2a864886f70d01010b'), tagged(0x05));
  return sequence(oid('2a8648ce3d040302'));
}

const nameOf = (name: Name) =>
  sequence(
    ...name.map(([part, value]) =>
      tagged(0x31, sequence(oid(NAME_PARTS[part]), tagged(0x0c, Buffer.from(value)))),
    ),
  );

/** UTCTime, which can express dates until 2049. */
const time = (date: Date) =>
  tagged(
    0x17,
    Buffer.from(
      date
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(2),
    ),
  );

const oid = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'));
const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts);

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  // DER requires the shortest form, so that encoding the certificate again gives the signed bytes.
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
