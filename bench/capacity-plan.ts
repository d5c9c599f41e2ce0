/** From what one event costs to what a site of so many members needs. Pure arithmetic; every cost is a measurement. */

/** What one event takes, on average. */
export interface Cost {
  /** Microseconds of processor time of the server, its worker included, and of PostgreSQL. */
  nodeMicros: number;
  postgresMicros: number;
  /** What the database has grown by, what went into its WAL, and the lines that the server wrote about it. */
  databaseBytes: number;
  walBytes: number;
  logBytes: number;
  /** Bodies of requests and responses; headers and pictures are not in it. */
  networkBytes: number;
}

export const EVENTS = ['visit', 'credit', 'redemption', 'signIn'] as const;
export type Event = (typeof EVENTS)[number];

export interface Measured {
  costs: Record<Event, Cost>;
  /** A member's row with what belongs to it from the beginning. */
  memberBytes: number;
  /** Memory of the server for a page that is open, and before there is one. */
  pageBytes: number;
  serverBytes: number;
}

/** What members do. A day of a site that is used as this says; measure your own and change it. */
export const HABITS = {
  /** Share of all members who come on a day. */
  activeShare: 0.1,
  /** For an active member, each day. */
  perActive: { visit: 3, credit: 2, redemption: 0.1, signIn: 0.05 } satisfies Record<Event, number>,
  /** The busiest seconds of a day beside its average. */
  peak: 5,
  /** Share of the active members whose page is open in the busiest minute. */
  openShare: 0.1,
};

/** How much of a processor is used at the peak; the rest is for bursts, upkeep and the loss of a machine. */
const BUSY_MAX = 0.5;
/** Two, so that one can be replaced. */
const PROCESSES_MIN = 2;
/** Pages of a process, whose files the system limits (docs/reliability.md). */
const PAGES_PER_PROCESS = 20_000;
const DAY_SECONDS = 86_400;
const YEAR_DAYS = 365;

/** One large PostgreSQL as it can be bought today: what is used of it says what gives out first. */
export const ONE_POSTGRES = {
  processors: 64,
  walBytesPerSecond: 500e6,
  databaseBytes: 16e12,
};

export interface Plan {
  members: number;
  /** Events a second at the peak. */
  atPeak: Record<Event, number>;
  processors: { node: number; postgres: number };
  processes: number;
  openPages: number;
  /** Of one server process, with its part of the open pages. */
  processBytes: number;
  databaseBytesAfterYear: number;
  databaseBytesPerDay: number;
  walBytesPerDay: number;
  logBytesPerDay: number;
  networkBitsAtPeak: number;
  /** What is used most of ONE_POSTGRES, and how much of it; more than 1 is more than there is. */
  firstLimit: { name: string; share: number };
}

/** What a site of so many members needs at these habits. */
export function planFor(members: number, { costs, memberBytes, pageBytes, serverBytes }: Measured): Plan {
  const active = members * HABITS.activeShare;
  const perDay = (event: Event) => active * HABITS.perActive[event];
  const perSecond = (event: Event) => (perDay(event) / DAY_SECONDS) * HABITS.peak;
  const sum = (rate: (event: Event) => number, part: keyof Cost) =>
    EVENTS.reduce((total, event) => total + rate(event) * costs[event][part], 0);

  const processors = {
    node: sum(perSecond, 'nodeMicros') / 1e6 / BUSY_MAX,
    postgres: sum(perSecond, 'postgresMicros') / 1e6 / BUSY_MAX,
  };
  const openPages = active * HABITS.openShare;
  const processes = Math.max(
    PROCESSES_MIN,
    Math.ceil(processors.node),
    Math.ceil(openPages / PAGES_PER_PROCESS) + 1,
  );
  const databaseBytesPerDay = sum(perDay, 'databaseBytes');
  const databaseBytesAfterYear = members * memberBytes + databaseBytesPerDay * YEAR_DAYS;
  const used = [
    { name: 'processors', share: processors.postgres / ONE_POSTGRES.processors },
    { name: 'WAL', share: sum(perSecond, 'walBytes') / ONE_POSTGRES.walBytesPerSecond },
    { name: 'disk', share: databaseBytesAfterYear / ONE_POSTGRES.databaseBytes },
  ];
  return {
    members,
    atPeak: Object.fromEntries(EVENTS.map((event) => [event, perSecond(event)])) as Plan['atPeak'],
    processors,
    processes,
    openPages,
    processBytes: serverBytes + (openPages / processes) * pageBytes,
    databaseBytesAfterYear,
    databaseBytesPerDay,
    walBytesPerDay: sum(perDay, 'walBytes'),
    logBytesPerDay: sum(perDay, 'logBytes'),
    networkBitsAtPeak: sum(perSecond, 'networkBytes') * 8,
    firstLimit: used.reduce((most, each) => (each.share > most.share ? each : most)),
  };
}
