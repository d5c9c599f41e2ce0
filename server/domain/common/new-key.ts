import { decrypt, encrypt } from './encrypt.ts';

/** The key that encrypted until now, and the one that does from now on. */
export interface NewKey {
  from: Buffer;
  to: Buffer;
}

/** The same text under the new key. Throws as `decrypt`. */
export const reEncrypt = ({ from, to }: NewKey, owner: string, encrypted: string): string =>
  encrypt(to, owner, decrypt(from, owner, encrypted));
