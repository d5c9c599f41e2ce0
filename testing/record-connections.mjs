import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import net from 'node:net';

/**
 * Loaded into a server by `NODE_OPTIONS=--import`: writes every connection, name look-up and datagram that it asks for to the
 * file CONNECTIONS_FILE, a line each.
 */

const tell = (line) => appendFileSync(process.env.CONNECTIONS_FILE, `${line}\n`);
const watch = (object, method, describe) => {
  const original = object[method];
  object[method] = function watched(...args) {
    tell(describe(...args));
    return original.apply(this, args);
  };
};

watch(net.Socket.prototype, 'connect', (...args) => {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const to = typeof first === 'object' ? first : { port: first, host: second };
  return to.path ? `connect ${to.path}` : `connect ${to.host ?? 'localhost'} ${to.port}`;
});
watch(
  dgram.Socket.prototype,
  'send',
  (...args) => `datagram ${args.filter((arg) => typeof arg === 'string').join(' ')}`,
);
for (const resolver of [dns, dns.promises]) {
  for (const method of ['lookup', 'resolve', 'resolve4', 'resolve6'])
    watch(resolver, method, (name) => `look up ${name}`);
}
