import { blockOf, networkOf } from '#domain/trust/index.ts';

/** Calls without proof that one process logs per wall and minute. The rest are only counted. */
export const FORGED_LOGGED_PER_MINUTE_MAX = 60;

/** Calls without proof that one process logs within 24 hours from its start, by their source. */
export const FORGED_LOGGED_PER_DAY_MAX = {
  /** Per wall: one IPv4 address, or the /64 of an IPv6 address. */
  network: 100,
  /** Per wall: one IPv4 /24, or one IPv6 /48. */
  block: 150,
  /** Per wall: all addresses that are not known as the wall's. */
  strangers: 300,
  /** Per wall: the wall's own addresses. Strangers cannot use this up. */
  known: 300,
  /** All strangers at all walls. */
  everywhere: 2_000,
} as const;

/** Addresses remembered per wall because they have sent a proven credit; beyond it the oldest is forgotten. */
const PROVEN_ADDRESSES_MAX = 100;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The sender of a call. */
export interface ForgedSource {
  ip: string;
  /** Whether the wall's own list names the address. */
  listed: () => boolean;
}

export interface ForgedCap {
  /** Whether one more call without proof is logged; `last`: it is logged and no further one for a while. */
  take: (wall: string) => 'log' | 'last' | 'count';
}

export interface ForgedCaps extends ForgedCap {
  /** The cap for calls of this source. */
  of: (source: ForgedSource) => ForgedCap;
  /** Remembers that the address has sent a proven credit; from now on it counts as the wall's own. */
  proven: (wall: string, ip: string) => void;
}

/**
 * Bounds what calls without proof cost: anyone can send them, and each logged call is a transaction and may be a row.
 * Addresses on the wall's list and those that have sent a proven credit have limits of their own, so that a wrong
 * secret on the wall's side shows even during a flood from strangers. A minute starts with its first call, a day with
 * the process. `now` returns milliseconds and never jumps. Memory grows with the logged calls only.
 */
export function openForgedCap(now: () => number = () => performance.now()): ForgedCaps {
  const minutes = new Map<string, { start: number; logged: number }>();
  const addresses = new Map<string, Set<string>>();
  let day = { number: 0, logged: new Map<string, number>() };

  const minuteOf = (key: string, at: number) => {
    let minute = minutes.get(key);
    if (!minute || at - minute.start >= MINUTE_MS) {
      minute = { start: at, logged: 0 };
      minutes.set(key, minute);
    }
    return minute;
  };
  const loggedToday = (at: number) => {
    const number = Math.floor(at / DAY_MS);
    if (number !== day.number) day = { number, logged: new Map() };
    return day.logged;
  };
  const take = (wall: string, source: ForgedSource | undefined) => {
    const known = source !== undefined && (addresses.get(wall)?.has(source.ip) || source.listed());
    const at = now();
    const minute = minuteOf(known ? `${wall} known` : wall, at);
    if (minute.logged >= FORGED_LOGGED_PER_MINUTE_MAX) return 'count';
    const logged = loggedToday(at);
    const rooms = known ? [roomOf(wall, 'known')] : strangersRooms(wall, source?.ip);
    if (rooms.some(({ key, max }) => (logged.get(key) ?? 0) >= max)) return 'count';
    for (const { key } of rooms) logged.set(key, (logged.get(key) ?? 0) + 1);
    minute.logged += 1;
    return minute.logged === FORGED_LOGGED_PER_MINUTE_MAX ? 'last' : 'log';
  };
  return {
    take: (wall) => take(wall, undefined),
    of: (source) => ({ take: (wall) => take(wall, source) }),
    proven: (wall, ip) => {
      let known = addresses.get(wall);
      if (known?.has(ip)) return;
      if (!known) {
        known = new Set();
        addresses.set(wall, known);
      }
      known.add(ip);
      const [oldest] = known;
      if (known.size > PROVEN_ADDRESSES_MAX && oldest !== undefined) known.delete(oldest);
    },
  };
}

type Room = keyof typeof FORGED_LOGGED_PER_DAY_MAX;
const roomOf = (wall: string, room: Room, of = '') => ({
  key: `${wall} ${room} ${of}`,
  max: FORGED_LOGGED_PER_DAY_MAX[room],
});
const strangersRooms = (wall: string, ip: string | undefined) => [
  ...(ip === undefined ? [] : [roomOf(wall, 'network', networkOf(ip)), roomOf(wall, 'block', blockOf(ip))]),
  roomOf(wall, 'strangers'),
  roomOf('', 'everywhere'),
];
