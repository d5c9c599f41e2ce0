import { expect, test } from 'vitest';
import { clientAddress } from './address.ts';

const addressOf = clientAddress(['127.0.0.1', '::1', '10.0.0.0/8', 'fd00::/8']);
const asked = (socket: string | undefined, forwarded: string | undefined) =>
  addressOf({ env: { incoming: { socket: { remoteAddress: socket } } }, req: { header: () => forwarded } });

test.each([
  ['9.9.9.9', undefined, '9.9.9.9'],
  ['9.9.9.9', '1.2.3.4', '9.9.9.9'],
  ['127.0.0.1', '1.2.3.4', '1.2.3.4'],
  ['::ffff:127.0.0.1', '1.2.3.4', '1.2.3.4'],
  ['127.0.0.1', '::ffff:1.2.3.4', '1.2.3.4'],
  ['127.0.0.1', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
  ['127.0.0.1', '1.2.3.4, 10.0.0.5', '1.2.3.4'],
  ['127.0.0.1', '1.2.3.4 ,fd00::5', '1.2.3.4'],
  ['127.0.0.1', '10.0.0.5', '10.0.0.5'],
  ['::1', '2001:db8::7', '2001:db8::7'],
])('a call from %s with X-Forwarded-For %j is attributed to %s', (socket, forwarded, expected) => {
  expect(asked(socket, forwarded)).toBe(expected);
});

test.each([
  '',
  'unknown',
  '<script>',
  '6.6.6.6, junk',
  '1.2.3.4,',
  '0x7f.1',
  '010.1.1.1',
  '1.2.3.4:5678',
  '[2001:db8::1]:44',
])('X-Forwarded-For %j, which does not end in an address, is ignored', (forwarded) => {
  expect(asked('127.0.0.1', forwarded)).toBe('127.0.0.1');
});

test('a call without a socket gets an address that no client can have', () => {
  expect(asked(undefined, '1.2.3.4')).toBe('0.0.0.0');
});
