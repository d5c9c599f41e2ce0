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
process.on('SIGUSR2', () => {
  aheadMs = 0;
});
