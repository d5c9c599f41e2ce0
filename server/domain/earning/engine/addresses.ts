import { BlockList, isIP } from 'node:net';

const PREFIX_MAX = { ipv4: 32, ipv6: 128 } as const;

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** True for an IPv4 or IPv6 address or a CIDR block. */
export function isAddressOrBlock(entry: string): boolean {
  const [address = '', prefix, ...more] = entry.split('/');
  if (isIP(address) === 0 || more.length > 0) return false;
  return (
    prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= PREFIX_MAX[familyOf(address)])
  );
}

/** True when the address is one of the list or inside one of its blocks. */
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
