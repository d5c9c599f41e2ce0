import { z } from 'zod';
import { FEED_DEVICES } from '#contract/feeds.values.ts';
import { inspect } from '#domain/earning/wall-format/template.ts';

/**
 * The definition of a feed, format version 1: how the catalogue of a wall is asked for, and where its answer holds what.
 * The JSON form is public (docs/feeds.md): files that operators wrote must keep working.
 */

const NAME_LENGTH_MAX = 100;
const DAY_MINUTES = 24 * 60;
const PAGES_MAX = 1_000;
const PAGE_OFFERS_MAX = 1_000;
const KEPT_WORDS_MAX = 50;

/** A dotted path into the answer or into an offer; lists on the way are walked through. */
const Path = z.string().min(1).max(NAME_LENGTH_MAX);
/** The first of them that has a value. */
const Paths = z.union([Path, z.array(Path).min(1)]).transform((paths) => [paths].flat());
const Tpl = z.string().max(2_000);
const SettingName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'expected a name of letters, digits and _')
  .refine((name) => !(name in {}), { error: 'expected another name: this one has a meaning in JavaScript' });
const Host = z
  .string()
  .max(NAME_LENGTH_MAX)
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/,
    'expected the name of a host in small letters, such as vendor.example',
  );
export const Hosts = z.array(Host).max(KEPT_WORDS_MAX);
/** The address of a vendor; plain http only for a program on this machine. */
const Address = Tpl.regex(
  /^(?:https:\/\/[^/{}@\s]+|http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?)\/\S*$/,
  'expected https://host/...',
);

const Pages = z.discriminatedUnion('kind', [
  /** `page` counts from 1; `more` says on each page whether there is another one. */
  z.strictObject({
    kind: z.literal('page'),
    page: z.string().min(1),
    size: z.string().min(1),
    offers: z.int().min(1).max(PAGE_OFFERS_MAX),
    more: Path,
  }),
  /** `skip` is the number of offers before the page. The last one has none, or is not full and brings nothing new. */
  z.strictObject({
    kind: z.literal('skip'),
    skip: z.string().min(1),
    limit: z.string().min(1),
    offers: z.int().min(1).max(PAGE_OFFERS_MAX),
  }),
  /** The answer names the address of the next page, on the same host; the last one names none. */
  z.strictObject({ kind: z.literal('next'), next: Path }),
]);

const Goals = z.strictObject({
  /** The list of goals. An offer without any has one step, read by the same names at the offer itself. */
  list: Paths,
  id: Paths,
  name: Paths,
  description: Paths.optional(),
  order: Path.optional(),
  nonLinear: Path.optional(),
  purchase: Path.optional(),
  repeatable: Path.optional(),
  /** False there: a step that pays nothing. */
  payable: Path.optional(),
  /** From the click. */
  deadline: z
    .strictObject({
      at: Path,
      seconds: z
        .int()
        .min(1)
        .max(DAY_MINUTES * 60),
    })
    .optional(),
});

/** Where amounts are, of a goal and of an offer without goals alike. */
const Amounts = z
  .strictObject({
    /** In points of the vendor's app. */
    points: Paths.optional(),
    /** In dollars, what the company pays this site. */
    usd: Paths.optional(),
    /** No fixed amount where this path has one of the words. */
    variable: z.strictObject({ at: Path, is: z.array(z.string()).min(1) }).optional(),
  })
  .refine(({ points, usd }) => points !== undefined || usd !== undefined, {
    error: 'expected points or usd: where the amount is',
  });

const System = z
  .strictObject({
    at: Path.optional(),
    name: Path.optional(),
    is: z.string().max(NAME_LENGTH_MAX).optional(),
    min: Path.optional(),
    max: Path.optional(),
  })
  .refine(({ name, is }) => (name === undefined) !== (is === undefined), {
    error: 'expected either name, a path, or is, the name itself',
  });

const Offer = z.strictObject({
  id: Paths,
  version: Path.optional(),
  title: Paths,
  description: Paths.optional(),
  requirements: Paths.optional(),
  disclaimer: Path.optional(),
  thingsToKnow: Path.optional(),
  icon: Paths.optional(),
  categories: Paths.optional(),
  countries: Paths.optional(),
  states: Path.optional(),
  devices: z
    .strictObject({ at: Paths, words: z.record(z.string(), z.array(z.enum(FEED_DEVICES))) })
    .optional(),
  systems: z.array(System).max(10).optional(),
  /** Whether the offer asks for money; its goals may say so too. */
  purchase: Path.optional(),
  support: Path.optional(),
  confirmation: Path.optional(),
  /** How long a reward is pending at the vendor, told after the confirmation. */
  pending: Path.optional(),
  epc: Path.optional(),
  updatedAt: Path.optional(),
  /** Until when members can start the offer. */
  endsAt: Path.optional(),
  /** From the click, of the whole offer and of those of its goals that name none. */
  deadline: z
    .strictObject({
      at: Path,
      seconds: z
        .int()
        .min(1)
        .max(DAY_MINUTES * 60),
    })
    .optional(),
  amounts: Amounts,
  goals: Goals.optional(),
  click: z
    .strictObject({
      at: Paths,
      /** The vendor's macro for the member in that address. */
      member: z.string().min(3).max(NAME_LENGTH_MAX).optional(),
      /** Parameters that are added to it: the member's code, our click. */
      append: z.record(z.string().regex(/^[\w.-]{1,40}$/), z.enum(['{user}', '{click}'])).default({}),
    })
    .refine(({ member, append }) => member !== undefined || Object.values(append).includes('{user}'), {
      error: 'expected member, or a parameter with {user}: a click must say whose it is',
    }),
});

export const FeedDefinition = z
  .strictObject({
    id: z
      .string()
      .min(1)
      .max(40)
      .regex(/^[a-z0-9-]+$/, 'expected small letters, digits and -'),
    settings: z.array(SettingName),
    secrets: z.array(SettingName),
    /** Pause between two pulls. */
    everyMinutes: z.int().min(5).max(DAY_MINUTES),
    clickHosts: Hosts,
    pictureHosts: Hosts,
    /** A token that is asked for before the first page, and again when it ends. */
    token: z
      .strictObject({
        url: Address,
        form: z.record(z.string(), Tpl),
        token: Path,
        seconds: Path.optional(),
      })
      .optional(),
    /** `{token}` in a header is the token. */
    request: z.strictObject({
      method: z.enum(['GET', 'POST']),
      url: Address,
      query: z.record(z.string(), Tpl).optional(),
      headers: z.record(z.string().regex(/^[\w-]{1,60}$/), Tpl).optional(),
      /** Sent as JSON. */
      body: z.record(z.string(), Tpl).optional(),
    }),
    pages: Pages.optional(),
    /** Most pages of one pull, where the vendor limits calls. */
    pagesMax: z.int().min(1).max(PAGES_MAX).default(PAGES_MAX),
    /** What an answer with status 200 must say; anything else is a refusal. */
    success: z.strictObject({ at: Path, is: z.string() }).optional(),
    /** Where the list of offers is: paths of names alone, `.` for the whole answer. The first that comes counts. */
    offers: z.array(Path).min(1).max(5),
    offer: Offer,
  })
  .superRefine((feed, context) => {
    const known = [...feed.settings, ...feed.secrets];
    for (const { path, template } of templatesOf(feed)) {
      const { names, fields, faults } = inspect(template);
      const tokenAllowed = path[1] === 'headers' && feed.token !== undefined;
      const wrong = [
        ...faults,
        ...names
          .filter((name) => !known.includes(name))
          .map((name) => `expected a declared setting or secret, got {$${name}}`),
        ...fields
          .filter((field) => !(field === 'token' && tokenAllowed))
          .map((field) => `expected a setting or secret, got {${field}}`),
      ];
      for (const message of wrong) context.addIssue({ code: 'custom', path, message });
    }
  });
export type FeedDefinition = z.infer<typeof FeedDefinition>;
/** As a file has it: paths alone or in a list, what has a default left out. */
export type FeedDefinitionInput = z.input<typeof FeedDefinition>;

/** Whether a feed says of its offers that they ask for money, or for none. */
export const saysPurchase = ({ offer }: FeedDefinition): boolean =>
  offer.purchase !== undefined || offer.goals?.purchase !== undefined;

/** A feed of this site: its definition with the operator's values. */
export interface ConfiguredFeed {
  definition: FeedDefinition;
  settings: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
  clickHosts: readonly string[];
  pictureHosts: readonly string[];
  /** Points that the vendor gives for a dollar, for feeds that name dollars alone; see docs/feeds.md. */
  pointsPerDollar: number | null;
}

function templatesOf({ token, request }: Pick<FeedDefinition, 'token' | 'request'>) {
  const texts: { path: string[]; template: string }[] = [];
  const add = (path: string[], record: Record<string, string> | undefined) => {
    for (const [name, template] of Object.entries(record ?? {}))
      texts.push({ path: [...path, name], template });
  };
  add(['token'], token && { url: token.url });
  add(['token', 'form'], token?.form);
  add(['request'], { url: request.url });
  add(['request', 'query'], request.query);
  add(['request', 'headers'], request.headers);
  add(['request', 'body'], request.body);
  return texts;
}
