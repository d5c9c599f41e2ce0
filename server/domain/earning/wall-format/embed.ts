import { randomUUID } from 'node:crypto';
import type { WallEmbed } from '#contract/walls.ts';
import { WALL_PERSONAL_FIELDS, type WallPersonalField, wallFramePath } from '#contract/walls.values.ts';
import type { ConfiguredWall, WallDefinition } from './definition.ts';
import { computeDigest } from './digest.ts';
import { fill, fillAll, type Values } from './template.ts';

/** Fields that an embed may use: `{user}`, the member's code, and `{unique}`, new for each view. */
export const EMBED_FIELDS = ['user', 'unique'];
export interface EmbedMember {
  /** The code by which the wall knows the member. */
  code: string;
  /** Staff are shown no script of a vendor. */
  isStaff?: boolean;
  /** What the member lets the wall know; nothing else of a person is ever filled in. */
  personal?: Partial<Record<WallPersonalField, string>>;
}

/**
 * Returns how the browser shows the wall to this member: as a script if the wall has one and the member is not of the
 * staff, else as a frame, else not at all.
 */
export function embedFor(wall: ConfiguredWall, member: EmbedMember): WallEmbed {
  const { id, embed: { iframe, script } = {} } = wall.definition;
  const values = valuesFor(wall, member);
  if (script && !member.isStaff) {
    return { kind: 'script', frame: wallFramePath(id), ...script, config: fillAll(script.config, values) };
  }
  if (iframe)
    return { kind: 'iframe', url: fill(iframe.url, values, encodeURIComponent), height: iframe.height };
  return { kind: 'none' };
}

/**
 * Returns a value that the definition derives for the member, such as a signed user id; undefined if it derives none.
 */
export function derivedValue(wall: ConfiguredWall, member: EmbedMember, name: string): string | undefined {
  return Object.hasOwn(wall.definition.embed?.derive ?? {}, name)
    ? valuesFor(wall, member).named(name)
    : undefined;
}

/** Origins of the walls' frames, for the content security policy. Paths of this site need none. */
export const frameOrigins = (walls: ConfiguredWall[]): string[] =>
  distinct(walls.map(({ definition }) => definition.embed?.iframe?.url).filter((url) => url !== undefined));

/**
 * Sources of the walls' scripts for the content security policy of their page. A vendor's script loads the rest of its
 * widget, its pictures and its data from sibling hosts, so a script of `cdn.vendor.example` names all of
 * `*.vendor.example`.
 */
export const scriptOrigins = (walls: ConfiguredWall[]): string[] => {
  const sources = walls
    .map(({ definition }) => definition.embed?.script?.src)
    .filter((src) => src !== undefined);
  return [...new Set(sources.map((src) => siblingsOf(new URL(src))))];
};

function siblingsOf(url: URL): string {
  const [, ...parent] = url.hostname.split('.');
  return parent.length >= 2 ? `${url.protocol}//*.${parent.join('.')}` : url.origin;
}

/** The personal fields that the embed of a definition has a place for. */
export function personalFieldsOf({ embed }: WallDefinition): WallPersonalField[] {
  const text = JSON.stringify(embed ?? {});
  return WALL_PERSONAL_FIELDS.filter((name) => text.includes(`{${name}}`));
}

/** A derived value may use those defined before it. */
function valuesFor(wall: ConfiguredWall, member: EmbedMember): Values {
  const known: Record<string, string> = {
    ...member.personal,
    user: member.code,
    unique: randomUUID().replaceAll('-', ''),
  };
  const derived: Record<string, string> = {};
  const values: Values = {
    field: (name) => known[name],
    named: (name) => wall.settings[name] ?? wall.secrets[name] ?? derived[name],
  };
  for (const [name, { template, digest }] of Object.entries(wall.definition.embed?.derive ?? {})) {
    derived[name] = digest ? computeDigest(digest, values) : fill(template ?? '', values);
  }
  return values;
}

const distinct = (urls: string[]): string[] => [
  ...new Set(urls.filter((url) => !url.startsWith('/')).map((url) => new URL(url).origin)),
];
