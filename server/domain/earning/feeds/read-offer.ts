import { FEED_DEVICES, type FeedDevice, type LeftOutReason } from '#contract/feeds.values.ts';
import { POINTS_MAX } from '#contract/points.ts';
import { isDecimal } from '#domain/earning/wall-format/amount.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import { clickTemplate, listedAddress, supportTemplate } from './addresses.ts';
import type { ConfiguredFeed, FeedDefinition } from './feed-definition.ts';
import type { FeedGoal, FeedOffer, FeedSystem, LeftOut } from './feed-offer.ts';
import { momentAt } from './moment-at.ts';
import { plainLine, plainText } from './plain-text.ts';
import { firstText, idAt, lineAt, readGoals, secondsAt, textAt } from './read-goals.ts';
import { scalarText, valueAt, valuesAt, yesOrNo } from './values-at.ts';

const TITLE_LENGTH_MAX = 200;
const TEXT_LENGTH_MAX = 4_000;
const LINE_LENGTH_MAX = 500;
const WORD_LENGTH_MAX = 100;
const REQUIREMENTS_MAX = 30;
const CATEGORIES_MAX = 20;
const SYSTEMS_MAX = 10;
const STATES_MAX = 100;
const DETAIL_LENGTH_MAX = 100;

type Forms = FeedDefinition['offer'];

/** Reads one offer as its vendor sent it. Never throws, whatever it is given. */
export function readOffer(raw: unknown, feed: ConfiguredFeed, wall: ConfiguredWall): FeedOffer | LeftOut {
  const form = feed.definition.offer;
  const offerId = idAt(raw, form.id) ?? null;
  const leftOut = (reason: LeftOutReason, detail: string | null = null): LeftOut => ({
    reason,
    offerId,
    detail: detail === null ? null : plainLine(detail, DETAIL_LENGTH_MAX),
  });
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return leftOut('unreadable');
  if (offerId === null) return leftOut('no_id');
  const title = lineAt(raw, form.title, TITLE_LENGTH_MAX);
  if (!title) return leftOut('no_title');
  const address = firstText(raw, form.click.at);
  const click = clickTemplate(address, feed.clickHosts, form.click);
  if (!click) return leftOut('address', URL.parse(address ?? '')?.host || (address ?? null));
  const countries = countriesAt(raw, form.countries);
  if (countries?.length === 0) return leftOut('countries');
  const devices = devicesAt(raw, form.devices);
  if (devices?.length === 0) return leftOut('devices');
  const goals = readGoals(raw, { feed, wall, title });
  if ('reason' in goals) return leftOut(goals.reason, goals.detail);
  const points = goals.map((goal) => goal.points);
  const total = points.every((each) => each !== null) ? points.reduce((sum, each) => sum + each, 0) : null;
  if (total !== null && total > POINTS_MAX) return leftOut('above_cap', `${total}`);
  return {
    offerId,
    version: wordAt(raw, form.version),
    title,
    description: textAt(raw, form.description, TEXT_LENGTH_MAX),
    requirements: requirementsAt(raw, form.requirements),
    disclaimer: longAt(raw, form.disclaimer),
    thingsToKnow: longAt(raw, form.thingsToKnow),
    iconUrl: listedAddress(firstText(raw, form.icon), feed.pictureHosts)?.href ?? null,
    categories: unique(linesAt(raw, form.categories, WORD_LENGTH_MAX)).slice(0, CATEGORIES_MAX),
    countries,
    states: statesAt(raw, form.states),
    devices,
    systems: systemsAt(raw, form.systems),
    purchase: purchaseOf(yesOrNo(valueAt(raw, form.purchase)), goals),
    goals,
    totalPoints: total,
    supportUrl: supportTemplate(oneAt(raw, form.support), feed.clickHosts, form.click.member) ?? null,
    confirmation: sayingsAt(raw, [form.confirmation, form.pending]),
    deadlineSeconds: secondsAt(raw, form.deadline),
    epc: decimalAt(raw, form.epc),
    updatedAt: wordAt(raw, form.updatedAt),
    endsAt: momentAt(raw, form.endsAt),
    clickTemplate: click,
  };
}

/** An offer whose vendor says nothing of it asks for no money where each of its goals is said to ask for none. */
function purchaseOf(said: boolean | null, goals: readonly FeedGoal[]): boolean | null {
  if (said || goals.some(({ purchase }) => purchase)) return true;
  return said === false || goals.every(({ purchase }) => purchase === false) ? false : null;
}

const oneAt = (raw: unknown, path: string | undefined) => scalarText(valueAt(raw, path));
const wordAt = (raw: unknown, path: string | undefined): string | null =>
  plainLine(oneAt(raw, path) ?? '', WORD_LENGTH_MAX) || null;
/** Of a list all its texts, a line each. */
const longAt = (raw: unknown, path: string | undefined): string | null => {
  const texts = path === undefined ? [] : valuesAt(raw, path).map((value) => scalarText(value) ?? '');
  return plainText(texts.filter(Boolean).join('\n'), TEXT_LENGTH_MAX) || null;
};

/** What is said at each of the paths, a line each. A number alone, of a unit that is not named, says nothing. */
const sayingsAt = (raw: unknown, paths: (string | undefined)[]): string | null =>
  paths
    .map((path) => wordAt(raw, path) ?? '')
    .filter((words) => /\p{L}/u.test(words))
    .join('\n') || null;

/** "new", which some vendors send for an offer without figures, is none. */
function decimalAt(raw: unknown, path: string | undefined): string | null {
  const text = oneAt(raw, path);
  return text !== undefined && isDecimal(text) && !text.startsWith('-') ? text : null;
}

const unique = <T>(values: T[]): T[] => [...new Set(values)];

/** Everything at the first path that has a value. */
function allAt(raw: unknown, paths: readonly string[] | undefined): unknown[] {
  return paths?.map((path) => valuesAt(raw, path)).find((values) => values.length > 0) ?? [];
}

const linesAt = (raw: unknown, paths: readonly string[] | undefined, max: number): string[] =>
  allAt(raw, paths)
    .map((value) => plainLine(scalarText(value) ?? '', max))
    .filter(Boolean);

/** A list stays one; a text of several lines becomes one. */
const requirementsAt = (raw: unknown, paths: readonly string[] | undefined): string[] =>
  allAt(raw, paths)
    .slice(0, REQUIREMENTS_MAX)
    .flatMap((value) => plainText(scalarText(value) ?? '', TEXT_LENGTH_MAX).split('\n'))
    .map((line) => plainLine(line.replace(/^[•*-]\s*/, ''), LINE_LENGTH_MAX))
    .filter(Boolean)
    .slice(0, REQUIREMENTS_MAX);

const EVERYWHERE = new Set(['ALL', '*', 'WW', 'GLOBAL', 'WORLDWIDE']);

/** Reads a list, a text with commas, and an object by its keys or its values. Null: all; empty: none that is known. */
function countriesAt(raw: unknown, paths: readonly string[] | undefined): string[] | null {
  const given = allAt(raw, paths).flatMap((value) => {
    if (typeof value !== 'object' || value === null) return [value];
    const keys = Object.keys(value);
    return keys.some(isCountry) ? keys : Object.values(value);
  });
  if (given.length === 0) return null;
  const words = given.flatMap((value) => (scalarText(value) ?? '').toUpperCase().split(/[\s,;|]+/));
  if (words.some((word) => EVERYWHERE.has(word))) return null;
  return unique(words.filter(isCountry)).sort();
}

const isCountry = (word: string): boolean => /^[A-Z]{2}$/.test(word);

function devicesAt(raw: unknown, form: Forms['devices']): FeedDevice[] | null {
  const words = allAt(raw, form?.at).map((value) => (scalarText(value) ?? '').toLowerCase());
  if (!form || words.length === 0) return null;
  const known = unique(
    words.flatMap((word) => (Object.hasOwn(form.words, word) ? (form.words[word] ?? []) : [])),
  );
  return known.length === FEED_DEVICES.length ? null : known.sort();
}

function systemsAt(raw: unknown, forms: Forms['systems']): FeedSystem[] {
  return (forms ?? [])
    .flatMap(({ at, name, is, min, max }) =>
      (at === undefined ? [raw] : valuesAt(raw, at)).map((one) => ({
        name: plainLine(is ?? (typeof one === 'string' ? one : (oneAt(one, name) ?? '')), WORD_LENGTH_MAX),
        min: wordAt(one, min),
        max: wordAt(one, max),
        fixed: is !== undefined,
      })),
    )
    .filter(({ name, min, max, fixed }) => name !== '' && (!fixed || min !== null || max !== null))
    .slice(0, SYSTEMS_MAX)
    .map(({ name, min, max }) => ({ name, min, max }));
}

function statesAt(raw: unknown, path: string | undefined): Record<string, string[]> {
  const found = valueAt(raw, path);
  if (typeof found !== 'object' || found === null) return {};
  const entries = Object.entries(found)
    .filter(([country]) => isCountry(country))
    .slice(0, STATES_MAX)
    .map(([country, states]): [string, string[]] => [
      country,
      [states]
        .flat()
        .slice(0, STATES_MAX)
        .map((state) => plainLine(scalarText(state) ?? '', WORD_LENGTH_MAX))
        .filter(Boolean),
    ]);
  return Object.fromEntries(entries.filter(([, states]) => states.length > 0));
}
