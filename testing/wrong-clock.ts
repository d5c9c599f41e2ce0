import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before a server of a test, as `--import=<this file>?ms=<n>`: the clock of its process is that many milliseconds
 * ahead until SIGUSR2 sets it right. Timers go on as they are, as when the clock of a machine is set.
 */

const Right = Date;
let aheadMs = Number(new URL(import.meta.url).searchParams.get('ms'));
const now = () => Right.now() + aheadMs;

globalThis.Date = new Proxy(Right, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  apply: () => new Right(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});

// Node makes these by its own `Date`.
const { randomUUIDv7 } = crypto;
Object.assign(crypto, {
  randomUUIDv7: () => {
    const time = now().toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}${randomUUIDv7().slice(13)}`;
  },
});
syncBuiltinESMExports();

process.on('SIGUSR2', () => {
  aheadMs = 0;
});
