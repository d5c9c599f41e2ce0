import { BlockList, isIP, SocketAddress } from 'node:net';

const PREFIX_MAX = { ipv4: 32, ipv6: 128 } as const;
/** The widest blocks allowed. A wider one belongs to no company and would admit almost any address. */
const PREFIX_MIN = { ipv4: 8, ipv6: 16 } as const;
/** Blocks of `::/16` hold the IPv4 addresses in the form of IPv6, 96 bits in. */
const MAPPED_PREFIX_MIN = 96 + PREFIX_MIN.ipv4;

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** True for an IPv4 or IPv6 address or a CIDR block that is not too wide. */
export function isAddressOrBlock(entry: string): boolean {
  const [address = '', prefix, ...more] = entry.split('/');
  if (isIP(address) === 0 || more.length > 0) return false;
  if (prefix === undefined) return true;
  const family = familyOf(address);
  return (
    /^\d{1,3}$/.test(prefix) && Number(prefix) >= prefixMin(address) && Number(prefix) <= PREFIX_MAX[family]
  );
}

function prefixMin(address: string): number {
  const family = familyOf(address);
  const isMapped = family === 'ipv6' && new SocketAddress({ address, family }).address.startsWith('::');
  return isMapped ? MAPPED_PREFIX_MIN : PREFIX_MIN[family];
}

/** The fault if `isAddressOrBlock` is false. */
export const ADDRESS_OR_BLOCK = 'expected an address or a CIDR block of at most a /8, or /16 of IPv6';

/** True if the address is in the list or inside one of its blocks. */
export function isListed(list: string[], address: string): boolean {
  if (isIP(address) === 0) return false;
  const blocks = new BlockList();
  for (const entry of list) {
    const [base = '', prefix] = entry.split('/');
    if (prefix === undefined) blocks.addAddress(base, familyOf(base));
    else blocks.addSubnet(base, Number(prefix), familyOf(base));
  }
  return blocks.check(address, familyOf(address));
}
