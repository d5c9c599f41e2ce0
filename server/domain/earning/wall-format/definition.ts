import { z } from 'zod';
import { TASK_TYPES } from '#contract/tasks.values.ts';
import type { WallPersonalField } from '#contract/walls.values.ts';
import type { ConfiguredFeed } from '#domain/earning/feeds/feed-definition.ts';
import { isDecimal } from './amount.ts';

/**
 * The definition of a wall, format version 1: how a wall is embedded, how its postbacks are proven and what they
 * mean. The JSON form is public (docs/walls.md): files that operators wrote must keep working.
 */

const WALL_ID_LENGTH_MAX = 40;
const NAME_LENGTH_MAX = 100;
/** A shorter part of a digest can be guessed. */
const TRUNCATE_MIN = 8;
const FRAME_HEIGHT_MAX = 5_000;
const ACK_BYTES_MAX = 1_000;

/** Name of a parameter on the wire, or a dotted path into a JSON body: `trans_id`, `data.player_id`. */
const Src = z.string().min(1).max(NAME_LENGTH_MAX);
/** `{field}` `{field|int}` `{field|nodash}` `{$name}`; see template.ts. */
const Tpl = z.string();
/** A name that every object has, such as `constructor`, would be found in place of a value. */
const SettingName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'expected a name of letters, digits and _')
  .refine((name) => !(name in {}), { error: 'expected another name: this one has a meaning in JavaScript' });

const Digest = z.strictObject({
  algo: z.enum(['md5', 'sha1', 'sha256']),
  /** Name of the secret that keys an HMAC; without it the digest is a plain hash. */
  hmac: SettingName.optional(),
  /** base64url is unpadded. */
  enc: z.enum(['hex', 'base64', 'base64url']),
  /** Keeps this many characters of the encoded digest. */
  truncate: z.int().min(TRUNCATE_MIN).optional(),
  input: z.union(
    [
      z.strictObject({ template: Tpl }),
      z.strictObject({ url: z.literal('full'), drop: z.array(Src) }),
      z.strictObject({ sortedQuery: z.literal(true), drop: z.array(Src).optional() }),
      z.strictObject({
        parts: z.array(z.tuple([Src, z.enum(['always', 'present', 'nonempty'])])).min(1),
        join: z.string(),
      }),
      z.strictObject({ rawBody: z.literal(true) }),
    ],
    {
      error:
        'expected one of { template }, { url: "full", drop }, { sortedQuery: true, drop? }, { parts, join }, { rawBody: true }',
    },
  ),
});
export type Digest = z.infer<typeof Digest>;

const Place = z.strictObject({ in: z.enum(['param', 'header']), name: Src });
export type Place = z.infer<typeof Place>;

/**
 * Known from one public source only. An entry of a walls file has to accept it (`acceptUnverified`). Without that, a
 * wall with such a check does not start, and such an outcome is ignored.
 */
const unverified = z.literal(true).optional();

const Check = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('digest'), digest: Digest, at: Place, unverified }),
  z.strictObject({ kind: z.literal('token'), at: Place, secret: SettingName, unverified }),
]);
export type Check = z.infer<typeof Check>;

const Cond = z
  .strictObject({
    field: Src,
    op: z.enum(['eq', 'in', 'lt', 'gt', 'prefix', 'exists']),
    value: z.union([z.string(), z.array(z.string())]).optional(),
  })
  .superRefine((cond, context) => {
    const expected = {
      eq: typeof cond.value === 'string' || 'a text',
      prefix: typeof cond.value === 'string' || 'a text',
      in: Array.isArray(cond.value) || 'a list of texts',
      lt: (typeof cond.value === 'string' && isDecimal(cond.value)) || 'a number, written as a text',
      gt: (typeof cond.value === 'string' && isDecimal(cond.value)) || 'a number, written as a text',
      exists: cond.value === undefined || 'no value',
    }[cond.op];
    if (expected !== true)
      context.addIssue({ code: 'custom', path: ['value'], message: `expected ${expected} for ${cond.op}` });
  });
export type Cond = z.infer<typeof Cond>;

const Ack = z.strictObject({ status: z.int().min(200).max(599), body: z.string().max(ACK_BYTES_MAX) });
export type Ack = z.infer<typeof Ack>;

const Derived = z
  .strictObject({ template: Tpl.optional(), digest: Digest.optional() })
  .refine((derived) => (derived.template === undefined) !== (derived.digest === undefined), {
    error: 'expected either template or digest',
  });

const Embed = z.strictObject({
  derive: z.record(SettingName, Derived).optional(),
  iframe: z.strictObject({ url: Tpl, height: z.int().min(1).max(FRAME_HEIGHT_MAX) }).optional(),
  script: z
    .strictObject({
      src: z.url({ protocol: /^https$/ }),
      globalVar: z.string().regex(/^[A-Za-z_$][\w$]*$/, 'expected the name of a variable'),
      config: z.unknown(),
      slots: z.array(
        z.strictObject({
          divId: z.string().min(1),
          style: z.string().optional(),
          options: z.record(z.string(), z.unknown()),
        }),
      ),
    })
    .optional(),
});
export type Embed = z.infer<typeof Embed>;

const Fields = z
  .strictObject({
    tx: Src,
    user: Src,
    points: Src.optional(),
    usd: Src.optional(),
    /** 1: the value is in dollars. 0.01: in cents. */
    usdScale: z.union([z.literal(1), z.literal(0.01)]).optional(),
    offerId: Src.optional(),
    offerName: Src.optional(),
    /** The step of the offer, by the name that the feed has for it, and what it is called. */
    goalId: Src.optional(),
    goalName: Src.optional(),
    /** Where the id of our click comes back. */
    clickId: Src.optional(),
    ip: Src.optional(),
    refTx: Src.optional(),
  })
  .refine((fields) => fields.points !== undefined || fields.usd !== undefined, {
    error: 'expected points or usd: the field that holds the amount',
  });

const Postback = z
  .strictObject({
    methods: z.array(z.enum(['GET', 'POST'])).min(1),
    body: z.enum(['none', 'form', 'json']).optional(),
    /** Query to give to the company after the address, with its own macros, if it does not append them by itself. */
    query: z.string().startsWith('?').max(1_000).optional(),
    fields: Fields,
    checks: z.array(Check).min(1, 'expected at least one check: anyone could credit points'),
    ips: z.strictObject({ list: z.array(z.string()).min(1), mode: z.enum(['enforce', 'flag']) }).optional(),
    test: z.array(Cond).optional(),
    outcomes: z.array(
      z.strictObject({
        when: z.array(Cond),
        /** `step`: a step of an offer that pays nothing. It reserves no transaction id. */
        then: z.enum(['credit', 'reverse', 'pending', 'step', 'ignore']),
        unverified,
      }),
    ),
    otherwise: z.enum(['credit', 'ignore']),
    amount: z.enum(['signed', 'absolute']),
    reversalTarget: z
      .strictObject({ from: z.enum(['tx', 'refTx', 'shared']), stripPrefix: z.string().optional() })
      .optional(),
    ack: z.strictObject({ ok: Ack, duplicate: Ack, badSignature: Ack, unknownUser: Ack, retry: Ack }),
  })
  .refine(
    ({ reversalTarget, fields }) => (reversalTarget?.from ?? 'tx') === 'tx' || fields.refTx !== undefined,
    {
      path: ['fields', 'refTx'],
      error: 'expected a field, since reversalTarget reads it',
    },
  );
export type Postback = z.infer<typeof Postback>;

export const WallDefinition = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(WALL_ID_LENGTH_MAX)
    .regex(/^[a-z0-9-]+$/, 'expected small letters, digits and -'),
  title: z.string().min(1).max(NAME_LENGTH_MAX),
  settings: z.array(SettingName),
  secrets: z.array(SettingName),
  taskType: z.enum(TASK_TYPES).optional(),
  embed: Embed.optional(),
  postback: Postback,
});
export type WallDefinition = z.infer<typeof WallDefinition>;
export type AckKind = keyof Postback['ack'];

/** A wall of this site: its definition with the operator's values. */
export interface ConfiguredWall {
  definition: WallDefinition;
  settings: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
  /** Most points that one postback may credit. */
  maxPoints: number;
  /** Days for which a credit is pending and can be reversed before it counts; 0: it counts at once. */
  holdDays: number;
  /** What the wall is told of members who agree, besides their code. */
  share: readonly WallPersonalField[];
  /** Where the catalogue of its offers comes from. */
  feed?: ConfiguredFeed;
}
