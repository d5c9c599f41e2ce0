// biome-ignore-all lint/suspicious/noTemplateCurlyInString: how a walls file names the environment
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { POINTS_MAX } from '#contract/points.ts';
import { WALL_PERSONAL_FIELDS } from '#contract/walls.values.ts';
import { type ConfiguredFeed, FeedDefinition, Hosts } from '#domain/earning/feeds/feed-definition.ts';
import { ADDRESS_OR_BLOCK, isAddressOrBlock } from '#domain/earning/wall-format/addresses.ts';
import { checkDefinition, provingNames } from '#domain/earning/wall-format/check-definition.ts';
import { type ConfiguredWall, WallDefinition } from '#domain/earning/wall-format/definition.ts';
import { embedFor, personalFieldsOf } from '#domain/earning/wall-format/embed.ts';
import { enforcesAddresses, proofOf } from '#domain/earning/wall-format/proof.ts';
import { textsOf } from '#domain/earning/wall-format/template.ts';

/** A wall whose entry names no cap: one postback credits at most this, a hundred dollars. */
const WALL_POINTS_MAX_DEFAULT = 10_000;

/** Longest hold in days; members could not rely on a longer promise. */
const HOLD_DAYS_MAX = 365;

const POINTS_PER_DOLLAR_MAX = 100_000;

/** A shorter secret may appear in the shown text by chance, for example in the company's name. */
const SHOWN_SECRET_LENGTH_MIN = 12;

const UNVERIFIED_CHECK =
  "expected true: how this wall signs is known from one public source only; compare it with the vendor's own page first";

/** How a secret names the environment. */
const VARIABLE = /\$\{([^}]*)\}/g;
/** In an embed `${user}` is a dollar sign and a field. */
const EMBED_VARIABLE = /\$\{[A-Z_][A-Z0-9_]*\}/;
const VALUE_ITSELF = 'expected the value itself; only secrets are read from the environment';

const names = {
  settings: z.record(z.string(), z.union([z.string().min(1), z.int().transform(String)])).default({}),
  secrets: z
    .record(z.string(), z.string().min(1))
    .default({})
    .describe('Write ${NAME} for a value of the environment. Every declared name needs one.'),
  clickHosts: Hosts.default([]).describe("Further hosts to which the vendor's clicks may lead."),
  pictureHosts: Hosts.default([]).describe('Further hosts of its pictures.'),
  pointsPerDollar: z
    .int()
    .min(1)
    .max(POINTS_PER_DOLLAR_MAX)
    .optional()
    .describe(
      'Points for a dollar as you have set them at the vendor. Needed where the feed names dollars and the postback points.',
    ),
};
const BuiltInFeed = z.strictObject({ uses: z.string(), ...names });
const OwnFeed = z.strictObject({ definition: FeedDefinition, ...names });

const common = {
  settings: z
    .record(z.string(), z.union([z.string().min(1), z.int().transform(String)]))
    .default({})
    .describe('Values that members may see, such as the id of your app. Every declared name needs one.'),
  secrets: z
    .record(z.string(), z.string().min(1))
    .default({})
    .describe(
      'Values that prove postbacks; write ${NAME} for one of the environment. Every declared name needs one.',
    ),
  maxPoints: z
    .int()
    .min(1)
    .max(POINTS_MAX)
    .default(WALL_POINTS_MAX_DEFAULT)
    .describe('Most points that one postback may credit.'),
  holdDays: z
    .int()
    .min(0)
    .max(HOLD_DAYS_MAX)
    .default(0)
    .describe('Days for which a credit is pending before it counts. 0: it counts at once.'),
  addresses: z
    .array(z.string().refine(isAddressOrBlock, { error: ADDRESS_OR_BLOCK }))
    .min(1)
    .optional()
    .describe(
      'Addresses from which the company calls, as it names them to you. Calls from others are refused.',
    ),
  share: z
    .array(z.enum(WALL_PERSONAL_FIELDS))
    .default([])
    .describe(
      'What the wall is told besides the code of members, of those who agree when they are asked before it opens.',
    ),
  acceptUnverified: z
    .boolean()
    .default(false)
    .describe(
      'Accepts what one public source alone tells of this wall, and what its proof leaves open. Compare it with the vendor first.',
    ),
  feed: z.unknown().optional().describe('Where the catalogue of its offers comes from: docs/feeds.md.'),
};
const BuiltIn = z.strictObject({ uses: z.string(), ...common });
const Own = z.strictObject({ definition: WallDefinition, ...common });
/** `$schema` is for editors: docs/walls.schema.json. */
const File = z.strictObject({ $schema: z.string().optional(), walls: z.array(z.unknown()) });

export interface WallSources {
  /** Values for `${NAME}` in secrets. */
  variable: (name: string) => string | undefined;
  builtIn: WallDefinition[];
  /** The feeds that an entry can name in `feed.uses`. */
  feeds: FeedDefinition[];
}

/** Faults of a walls file, one line each: file, path in the JSON, what was expected. */
export class WallsError extends Error {
  readonly faults: string[];

  constructor(faults: string[]) {
    super(`The walls are not right:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/** The JSON Schema of a walls file, for editors. Rules beyond a schema are checked only when the file is read. */
export function wallsFileSchema({ builtIn, feeds }: Omit<WallSources, 'variable'>): unknown {
  const uses = z.enum(feeds.map(({ id }) => id)).describe('A built-in feed: docs/feeds.md.');
  const feed = z
    .union([BuiltInFeed.extend({ uses }), OwnFeed])
    .optional()
    .describe('Where the catalogue of its offers comes from.');
  const entry = z.union([
    BuiltIn.extend({
      uses: z.enum(builtIn.map(({ id }) => id)).describe('A built-in wall: docs/walls.md.'),
      feed,
    }),
    Own.extend({ feed }),
  ]);
  const schema = z.toJSONSchema(File.extend({ walls: z.array(entry) }), { io: 'input', reused: 'ref' });
  return { $id: 'urn:pocketful:schema:walls', ...schema };
}

/** Reads an operator's walls. Throws WallsError with every fault. */
export async function readWallsFile(file: string, sources: WallSources): Promise<ConfiguredWall[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new WallsError([`${file}: cannot be read (${error instanceof Error ? error.message : error})`]);
  }
  return parseWalls(text, file, sources);
}

/** Parses the text of a walls file; `file` names it in the faults. Throws WallsError with every fault. */
export function parseWalls(text: string, file: string, sources: WallSources): ConfiguredWall[] {
  const parsed = File.safeParse(parseJson(text, file));
  if (!parsed.success) throw new WallsError(issueLines(parsed.error, file, ''));

  const faults: string[] = [];
  const walls: ConfiguredWall[] = [];
  for (const [index, entry] of parsed.data.walls.entries()) {
    const path = `walls[${index}]`;
    const wall = parseEntry(entry, { file, path, sources, faults });
    if (!wall) continue;
    const { id } = wall.definition;
    if (walls.some((other) => other.definition.id === id))
      faults.push(`${file}: ${path}: expected another wall, ${id} is there already`);
    walls.push(wall);
  }
  if (faults.length > 0) throw new WallsError(faults);
  return walls;
}

interface EntryContext {
  file: string;
  path: string;
  sources: WallSources;
  faults: string[];
}

function parseEntry(entry: unknown, context: EntryContext): ConfiguredWall | undefined {
  const { file, path, sources, faults } = context;
  const isOwn = typeof entry === 'object' && entry !== null && 'definition' in entry;
  const parsed = (isOwn ? Own : BuiltIn).safeParse(entry);
  if (!parsed.success) {
    faults.push(...issueLines(parsed.error, file, path));
    return undefined;
  }
  const definition =
    'definition' in parsed.data ? parsed.data.definition : findBuiltIn(parsed.data.uses, context);
  if (!definition) return undefined;

  const before = faults.length;
  const { share } = parsed.data;
  const wanted = personalFieldsOf(definition);
  for (const name of share.filter((one) => !wanted.includes(one))) {
    faults.push(
      `${file}: ${path}.share: expected only what the embed of the wall has a place for, got ${name}`,
    );
  }
  if (isOwn) {
    const found = checkDefinition(definition, share);
    faults.push(...found.map((fault) => `${file}: ${path}.definition.${fault.path}: ${fault.expected}`));
    const texts = textsOf(definition.embed, `${path}.definition.embed`);
    const unread = texts.filter(({ text }) => EMBED_VARIABLE.test(text));
    faults.push(...unread.map((place) => `${file}: ${place.path}: ${VALUE_ITSELF}`));
  }
  const secrets: Record<string, string> = {};
  for (const [name, value] of Object.entries(parsed.data.secrets)) {
    secrets[name] = resolve(value, sources.variable, `${file}: ${path}.secrets.${name}`, faults);
  }
  nameFaults(definition.settings, parsed.data.settings, 'settings', context);
  nameFaults(definition.secrets, secrets, 'secrets', context);
  const { settings, maxPoints, holdDays, addresses, acceptUnverified } = parsed.data;
  const feed = parsed.data.feed === undefined ? undefined : parseFeed(parsed.data.feed, context);
  if (!acceptUnverified && definition.postback.checks.some((check) => check.unverified))
    faults.push(`${file}: ${path}.acceptUnverified: ${UNVERIFIED_CHECK}`);
  if (faults.length > before) return undefined;
  const accepted = acceptUnverified ? definition : withoutUnverified(definition);
  const wall = {
    definition: addresses ? withAddresses(accepted, addresses) : accepted,
    settings,
    secrets,
    maxPoints,
    holdDays,
    share,
    ...(feed ? { feed } : {}),
  };
  const shown = shownSecretFaults(wall);
  faults.push(
    ...[...shown, ...proofFaults(wall, acceptUnverified)].map((fault) => `${file}: ${path}${fault}`),
  );
  return faults.length > before ? undefined : wall;
}

/** Undefined where it has faults, which are added to the context. */
function parseFeed(entry: unknown, context: EntryContext): ConfiguredFeed | undefined {
  const { file, sources, faults } = context;
  const path = `${context.path}.feed`;
  const isOwn = typeof entry === 'object' && entry !== null && 'definition' in entry;
  const parsed = isOwn ? OwnFeed.safeParse(entry) : BuiltInFeed.safeParse(entry);
  if (!parsed.success) {
    faults.push(...issueLines(parsed.error, file, path));
    return undefined;
  }
  const { data } = parsed;
  const definition =
    'definition' in data ? data.definition : sources.feeds.find(({ id }) => id === data.uses);
  if (!definition) {
    const known = sources.feeds.map(({ id }) => id).join(', ');
    faults.push(`${file}: ${path}.uses: expected one of ${known}`);
    return undefined;
  }
  const secrets: Record<string, string> = {};
  for (const [name, value] of Object.entries(data.secrets)) {
    secrets[name] = resolve(value, sources.variable, `${file}: ${path}.secrets.${name}`, faults);
  }
  nameFaults(definition.settings, data.settings, 'settings', { ...context, path });
  nameFaults(definition.secrets, secrets, 'secrets', { ...context, path });
  return {
    definition,
    settings: data.settings,
    secrets,
    clickHosts: [...definition.clickHosts, ...data.clickHosts],
    pictureHosts: [...definition.pictureHosts, ...data.pictureHosts],
    pointsPerDollar: data.pointsPerDollar ?? null,
  };
}

/** Members can read the settings and the embed, and staff also the query. None of them may contain a proving secret. */
function shownSecretFaults(wall: ConfiguredWall): string[] {
  const { definition, settings } = wall;
  const { query = '', checks } = definition.postback;
  const shown = JSON.stringify([settings, embedFor(wall, { code: '' }), query]);
  return provingNames(checks).flatMap((name) => {
    const secret = wall.secrets[name] ?? '';
    const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
    return secret.length >= SHOWN_SECRET_LENGTH_MIN && forms.some((form) => shown.includes(form))
      ? [`.secrets.${name}: expected no secret that proves postbacks in the settings, the embed or the query`]
      : [];
  });
}

/** With an open proof, only the sender's address can tell genuine calls from others. */
function proofFaults(wall: ConfiguredWall, acceptUnverified: boolean): string[] {
  if (enforcesAddresses(wall)) return [];
  const { open, shown } = proofOf(wall);
  if (shown.length > 0 && open.includes('transaction')) {
    const checks = shown.map((index) => `postback.checks[${index}]`).join(' and ');
    return [
      `.addresses: expected the addresses of the company: members see a digest in their embed that satisfies ${checks}`,
    ];
  }
  if (open.length === 0 || acceptUnverified) return [];
  return [
    `.acceptUnverified: expected true, or "addresses" with those of the company: its proof leaves the ${open.join(' and the ')} open, so that whoever has seen one call can make others`,
  ];
}

const withAddresses = (definition: WallDefinition, list: string[]): WallDefinition => ({
  ...definition,
  postback: { ...definition.postback, ips: { list, mode: 'enforce' } },
});

/** An outcome known from one source only must not move points. */
function withoutUnverified(definition: WallDefinition): WallDefinition {
  const { postback } = definition;
  const outcomes = postback.outcomes.map((outcome) =>
    outcome.unverified ? { ...outcome, then: 'ignore' as const } : outcome,
  );
  return { ...definition, postback: { ...postback, outcomes } };
}

function findBuiltIn(id: string, { file, path, sources, faults }: EntryContext): WallDefinition | undefined {
  const found = sources.builtIn.find((definition) => definition.id === id);
  const known = sources.builtIn.map((definition) => definition.id).join(', ');
  if (!found) faults.push(`${file}: ${path}.uses: expected one of ${known}, got ${id}`);
  return found;
}

/** Each declared name needs a value, and no other name is allowed. A setting is never read from the environment. */
function nameFaults(
  declared: string[],
  given: Record<string, string>,
  what: 'settings' | 'secrets',
  { file, path, faults }: EntryContext,
): void {
  for (const name of declared) {
    if (!Object.hasOwn(given, name)) faults.push(`${file}: ${path}.${what}.${name}: expected a value`);
  }
  for (const [name, value] of Object.entries(given)) {
    if (!declared.includes(name))
      faults.push(`${file}: ${path}.${what}.${name}: expected only names that the definition declares`);
    if (what === 'settings' && value.search(VARIABLE) >= 0)
      faults.push(`${file}: ${path}.${what}.${name}: ${VALUE_ITSELF}`);
  }
}

function resolve(value: string, variable: WallSources['variable'], where: string, faults: string[]): string {
  return value.replace(VARIABLE, (_whole, name: string) => {
    const found = variable(name);
    if (!found) faults.push(`${where}: expected the environment variable ${name} to be set`);
    return found ?? '';
  });
}

/** Reports only the place of a fault, since the parser's message quotes the text around it, which may be a secret. */
function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const place = error instanceof Error ? /line \d+ column \d+/.exec(error.message)?.[0] : undefined;
    throw new WallsError([`${file}: expected valid JSON${place ? `, see ${place}` : ''}`]);
  }
}

/** The messages of zod with their paths, but never the values, which may be secrets. */
function issueLines(error: z.ZodError, file: string, prefix: string): string[] {
  return error.issues.map((issue) => {
    const path = issue.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
    const where = `${prefix}${path}`.replace(/^\./, '');
    return `${file}: ${where ? `${where}: ` : ''}${issue.message}`;
  });
}
