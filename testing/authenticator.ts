import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What the authenticator reports about its user (WebAuthn, section 6.1). */
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

interface Options {
  /** The page's origin, as the browser writes it into what is signed. */
  origin: string;
  /** Whether the user was asked for a PIN, finger or face. */
  verifies?: boolean;
}

/** A device that keeps one passkey, with the browser in front of it: answers in the standard's JSON form. */
export class Authenticator {
  readonly id = randomBytes(16).toString('base64url');
  counter = 0;
  readonly #keys: { privateKey: KeyObject; publicKey: KeyObject };
  #handle = '';

  constructor(keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })) {
    this.#keys = keys;
  }

  /** Makes the passkey for the options of the site. */
  make(options: { challenge: string; rp: { id?: string }; user: { id: string } }, browser: Options) {
    this.#handle = options.user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    // COSE_Key of ES256: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const data = Buffer.concat([
      this.#data(options.rp.id ?? '', browser, HAS_CREDENTIAL),
      ...[Buffer.alloc(16), length, id, key],
    ]);
    const size = Buffer.alloc(2);
    size.writeUInt16BE(data.length);
    // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}.
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      ...[size, data],
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', options.challenge, browser),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Signs the challenge of the site. */
  sign(options: { challenge: string; rpId?: string }, browser: Options) {
    const data = this.#data(options.rpId ?? '', browser, 0);
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, browser);
    const signed = Buffer.concat([
      data,
      createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest(),
    ]);
    return this.#answer({
      clientDataJSON,
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      ...(this.#handle ? { userHandle: this.#handle } : {}),
    });
  }

  #data(rpId: string, { verifies = true }: Options, more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flags = USER_PRESENT | (verifies ? USER_VERIFIED : 0) | more;
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter]);
  }

  #clientData = (type: string, challenge: string, { origin }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');

  #answer = <Response extends object>(response: Response) => ({
    id: this.id,
    rawId: this.id,
    type: 'public-key',
    response,
  });
}
