import { expect, test } from 'vitest';
import { isAddressOrBlock, isListed } from './addresses.ts';

test.each([
  '192.0.2.1',
  '2001:db8::1',
  '10.0.0.0/8',
  '192.0.2.0/24',
  '192.0.2.1/32',
  '2001::/16',
  '2001:db8::/48',
  '2001:db8::1/128',
  // The IPv4 addresses in the form of IPv6, 96 bits in.
  '::ffff:10.0.0.0/104',
])('%s is an address or a block', (entry) => expect(isAddressOrBlock(entry)).toBe(true));

test.each([
  '',
  'wall.example',
  '192.0.2',
  '192.0.2.0/24/1',
  '192.0.2.0/',
  '192.0.2.0/x',
  '192.0.2.0/-8',
  '192.0.2.0/1e1',
  '192.0.2.0/33',
  '2001:db8::/129',
  // Wider than any company's.
  '10.0.0.0/7',
  '0.0.0.0/0',
  '2001::/15',
  '::/0',
  '::ffff:0.0.0.0/103',
  '::/16',
])('%s is none, or too wide', (entry) => expect(isAddressOrBlock(entry)).toBe(false));

test('an address is listed by itself and by its block, of the same family', () => {
  const list = ['192.0.2.0/24', '198.51.100.7', '2001:db8::/48'];
  for (const address of ['192.0.2.1', '192.0.2.255', '198.51.100.7', '2001:db8::9']) {
    expect(isListed(list, address), address).toBe(true);
  }
  for (const address of ['192.0.3.1', '198.51.100.8', '2001:db8:1::1', '', 'unknown']) {
    expect(isListed(list, address), address).toBe(false);
  }
  expect(isListed([], '192.0.2.1')).toBe(false);
});
