import * as z from 'zod/mini';
import { fault } from './faults.ts';
import { MISSION_DIFFICULTIES, MISSION_STATUSES, MISSION_TIMED_SECONDS_MAX } from './missions.values.ts';
import { POINTS_MAX } from './points.ts';
import { withoutNul } from './rules.ts';

/** Input rules of missions, for the contract and the editor. */

const TEXT_MAX = 500;
const PRICE_MAX = 20;
const URL_MAX = 2_000;
const CAP_MAX = 1_000_000_000;

const text = z
  .string()
  .check(z.trim(), z.minLength(1, fault('required')), z.maxLength(TEXT_MAX, fault('invalid')), withoutNul);

/** Id of something within one mission, or of an advertiser of this site. */
export const shortId = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, fault('invalid')));

const whole = (minimum: number, maximum: number) =>
  z.int(fault('invalid')).check(z.minimum(minimum, fault('invalid')), z.maximum(maximum, fault('invalid')));

const seconds = whole(1, MISSION_TIMED_SECONDS_MAX);

const some = <Item extends z.ZodMiniType>(item: Item, maximum: number, minimum = 1) =>
  z.array(item).check(z.minLength(minimum, fault('required')), z.maxLength(maximum, fault('invalid')));

const distinct = z.refine<{ id: string }[]>(
  (list) => new Set(list.map(({ id }) => id)).size === list.length,
  fault('invalid'),
);

/** Videos come from this site; the content security policy allows no other source. */
const mediaPath = z.string().check(z.regex(/^\/media\/[\w-]+\.(webm|mp4)$/, fault('invalid')));
export const Video = z.strictObject({ kind: z.literal('video'), sources: some(mediaPath, 3), seconds });

const Question = z.strictObject({
  id: shortId,
  text,
  options: some(z.strictObject({ id: shortId, text }), 10, 2).check(distinct),
});

export const Survey = z.strictObject({
  kind: z.literal('survey'),
  questions: some(Question, 20).check(distinct),
});

export const Browse = z.strictObject({
  kind: z.literal('browse'),
  seconds,
  /** What the member looks at: the advertiser's showcase. */
  items: some(
    z.strictObject({
      title: text,
      text,
      price: z.optional(z.string().check(z.maxLength(PRICE_MAX, fault('invalid')), withoutNul)),
    }),
    50,
  ),
});

/** The advertiser's address; `{click}` is replaced by the click id. */
const trackedUrl = z.string().check(
  z.maxLength(URL_MAX, fault('invalid')),
  z.regex(/^(https:\/\/[^\s/]+|\/(?!\/))\S*$/, fault('invalid')),
  z.refine((url) => url.includes('{click}'), fault('invalid')),
);

const linkOf = <Kind extends 'app_install' | 'sign_up'>(kind: Kind) =>
  z.strictObject({ kind: z.literal(kind), advertiser: shortId, url: trackedUrl });

/** The content of a mission as its editors see it. */
export const MissionContent = z.discriminatedUnion('kind', [
  Video,
  Survey,
  linkOf('app_install'),
  linkOf('sign_up'),
  Browse,
]);

const cap = z.nullable(whole(0, CAP_MAX));

export const missionPlan = z.object({
  title: text,
  description: text,
  /** What to do, one text per step. */
  instructions: some(text, 10),
  points: whole(1, POINTS_MAX),
  difficulty: z.enum(MISSION_DIFFICULTIES),
  /** `draft`: hidden from members. `paused`, `ended`: no member can start it, but those who started may finish. */
  status: z.enum(MISSION_STATUSES),
  /** Members read of a draft under COMING SOON. */
  announced: z.optional(z.boolean()),
  /** Most members who may complete it per day (UTC) and in total; null for no limit. */
  dailyCap: cap,
  totalCap: cap,
  /** Position in the list, the lowest first. */
  position: whole(0, 10_000),
  content: MissionContent,
});

type Texts = Pick<z.infer<typeof missionPlan>, 'title' | 'description' | 'instructions' | 'content'>;

/** Every text of a mission that members read, each once: what there is to translate. */
export function missionTexts({ title, description, instructions, content }: Texts): string[] {
  const more =
    content.kind === 'survey'
      ? content.questions.flatMap(({ text: asked, options }) => [
          asked,
          ...options.map((option) => option.text),
        ])
      : content.kind === 'browse'
        ? content.items.flatMap((item) => [item.title, item.text])
        : [];
  return [...new Set([title, description, ...instructions, ...more])];
}
