import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

/** Code of the error of a name that leads to an address which is not allowed. */
export const ADDRESS_REFUSED = 'ADDRESS_REFUSED';

/** The host of an address as `isIP` reads it. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Guards connections of `node:http` and `node:https`: `refuses` tells an address in numbers that is not allowed, which is
 * never looked up; `lookup` refuses a name if any of its addresses is not allowed. The connection uses exactly the address
 * that was checked, so the name cannot point elsewhere in between.
 */
export function guardAddresses(isAllowed: (address: string) => boolean): {
  refuses: (url: URL) => boolean;
  lookup: LookupFunction;
} {
  return {
    refuses: (url) => isIP(hostOf(url)) !== 0 && !isAllowed(hostOf(url)),
    lookup: (hostname, options, done) => {
      lookup(hostname, { ...options, all: true }, (error, found) => {
        if (error) return done(error, '', 0);
        const [first] = found;
        if (!first || !found.every(({ address }) => isAllowed(address))) {
          return done(Object.assign(new Error('address refused'), { code: ADDRESS_REFUSED }), '', 0);
        }
        if (options.all) done(null, found);
        else done(null, first.address, first.family);
      });
    },
  };
}
