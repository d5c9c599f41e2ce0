import type { ConfiguredWall } from '#domain/earning/index.ts';
import { UsageError } from '#server/ops/arguments.ts';

/** The server to which calls are sent by default. */
export const SERVER = 'http://localhost:3000';
export const ALLOW_REMOTE = [
  '--allow-remote',
  'permit a server of another machine, for test sites of your own',
] as const;

/** Returns the wall with this id. Throws UsageError. */
export function findWall(walls: ConfiguredWall[], id: string): ConfiguredWall {
  const found = walls.find(({ definition }) => definition.id === id);
  const known = walls.map(({ definition }) => definition.id).join(', ');
  if (!found) throw new UsageError(`the file has no wall ${id}, only ${known || 'none'}`);
  return found;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns the origin of a server, which must be on this machine unless `allowRemote`, since it does not expect these
 * calls. Throws UsageError.
 */
export function serverOf(url: string, allowRemote: boolean | undefined): string {
  const origin = originOf(url);
  if (!allowRemote && !LOOPBACK.includes(new URL(origin).hostname))
    throw new UsageError(
      'expected a server of this machine; --allow-remote permits others, for test sites of your own',
    );
  return origin;
}

/** Returns the origin of a URL, such as `https://rewards.example`. Throws UsageError. */
export function originOf(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed?.protocol.startsWith('http'))
    throw new UsageError(`expected an address like http://localhost:3000, got ${url}`);
  return parsed.origin;
}
