import { WALL_PERSONAL_FIELDS, type WallPersonalField } from '#contract/walls.values.ts';
import { ADDRESS_OR_BLOCK, isAddressOrBlock } from './addresses.ts';
import type { Digest, WallDefinition } from './definition.ts';
import { EMBED_FIELDS } from './embed.ts';
import { inspect, textsOf } from './template.ts';

/** A place in the definition, such as `postback.checks[0].secret`, and what was expected there. */
export interface Fault {
  path: string;
  expected: string;
}

interface Use {
  path: string;
  template: string;
}

/**
 * Checks what the schema cannot: that names exist, that checks prove something, and that secrets are not shown to
 * members.
 */
export function checkDefinition(
  definition: WallDefinition,
  share: readonly WallPersonalField[] = [],
): Fault[] {
  return [
    ...nameFaults(definition),
    ...checkFaults(definition),
    ...coverFaults(definition),
    ...embedFaults(definition, share),
    ...addressFaults(definition),
  ];
}

function nameFaults({ settings, secrets, embed }: WallDefinition): Fault[] {
  const names = [...settings, ...secrets, ...Object.keys(embed?.derive ?? {})];
  const twice = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
  return twice.map((name) => ({
    path: 'settings',
    expected: `expected each name once among settings, secrets and embed.derive; ${name} is there twice`,
  }));
}

/** Each check needs a secret; without one any sender could compute its digest. */
function checkFaults({ settings, secrets, postback }: WallDefinition): Fault[] {
  return postback.checks.flatMap((check, index) => {
    const path = `postback.checks[${index}]`;
    if (check.kind === 'token') return secretFaults(check.secret, secrets, `${path}.secret`);
    const used = digestUses(check.digest, `${path}.digest`);
    const faults = [
      ...partFaults(check.digest, `${path}.digest`),
      ...used.flatMap((use) => templateFaults(use, [...settings, ...secrets])),
      ...(check.digest.hmac ? secretFaults(check.digest.hmac, secrets, `${path}.digest.hmac`) : []),
    ];
    const keyed = check.digest.hmac || namesIn(used).some((name) => secrets.includes(name));
    if (!keyed)
      faults.push({ path: `${path}.digest`, expected: 'expected hmac or a {$secret} in its input' });
    return faults;
  });
}

/** A signature over the address does not cover the body, so a form in the body would never be read. */
function coverFaults({ postback: { checks, body = 'none' } }: WallDefinition): Fault[] {
  const inputs = checks.flatMap((check) => (check.kind === 'digest' ? [check.digest.input] : []));
  const addressAlone = inputs.some((input) => 'url' in input) && !inputs.some((input) => 'rawBody' in input);
  if (!addressAlone || body === 'none') return [];
  return [
    { path: 'postback.body', expected: 'expected none: a signature over the address does not cover it' },
  ];
}

function embedFaults(
  { settings, secrets, embed, postback }: WallDefinition,
  share: readonly WallPersonalField[],
): Fault[] {
  if (!embed) return [];
  const faults: Fault[] = [];
  const known = [...settings, ...secrets];
  const shown: Use[] = [];
  for (const [name, { template, digest }] of Object.entries(embed.derive ?? {})) {
    const path = `embed.derive.${name}`;
    const used = digest
      ? digestUses(digest, `${path}.digest`)
      : [{ path: `${path}.template`, template: template ?? '' }];
    faults.push(...used.flatMap((use) => templateFaults(use, known, EMBED_FIELDS)));
    if (digest) faults.push(...partFaults(digest, `${path}.digest`));
    if (digest?.hmac) faults.push(...secretFaults(digest.hmac, secrets, `${path}.digest.hmac`));
    if (digest && !('template' in digest.input || 'parts' in digest.input))
      faults.push({
        path: `${path}.digest.input`,
        expected: 'expected template or parts: there is no request',
      });
    if (!digest) shown.push(...used);
    known.push(name);
  }
  if (embed.iframe) {
    shown.push({ path: 'embed.iframe.url', template: embed.iframe.url });
    if (!/^(?:https?:\/\/[^/{}]+\/|\/(?!\/))/.test(embed.iframe.url))
      faults.push({ path: 'embed.iframe.url', expected: 'expected https://host/... or a path of this site' });
  }
  if (embed.script) {
    const texts = textsOf(embed.script.config, 'embed.script.config');
    shown.push(...texts.map(({ text, path }) => ({ path, template: text })));
  }
  // What a member may withdraw is in no signature, only where it is shown.
  faults.push(...shown.flatMap((use) => templateFaults(use, known, [...EMBED_FIELDS, ...share])));
  return [
    ...faults,
    ...leakFaults(
      shown,
      provingNames(postback.checks).filter((name) => secrets.includes(name)),
    ),
  ];
}

/** What proves a postback must not be in a page that members read. */
function leakFaults(shown: Use[], secret: string[]): Fault[] {
  return shown.flatMap((use) =>
    namesIn([use])
      .filter((name) => secret.includes(name))
      .map((name) => ({
        path: use.path,
        expected: `expected no {$${name}} here: members could read it and forge postbacks`,
      })),
  );
}

/** The secrets and settings that checks use. */
export const provingNames = (checks: WallDefinition['postback']['checks']): string[] =>
  checks.flatMap((check) =>
    check.kind === 'token'
      ? [check.secret]
      : [...(check.digest.hmac ? [check.digest.hmac] : []), ...namesIn(digestUses(check.digest, ''))],
  );

function addressFaults({ postback }: WallDefinition): Fault[] {
  return (postback.ips?.list ?? [])
    .map((entry, index) => ({ entry, path: `postback.ips.list[${index}]` }))
    .filter(({ entry }) => !isAddressOrBlock(entry))
    .map(({ entry, path }) => ({ path, expected: `${ADDRESS_OR_BLOCK}, got ${entry}` }));
}

const secretFaults = (name: string, secrets: string[], path: string): Fault[] =>
  secrets.includes(name) ? [] : [{ path, expected: `expected the name of a declared secret, got ${name}` }];

function templateFaults({ path, template }: Use, names: string[], fields?: string[]): Fault[] {
  const found = inspect(template);
  const unknown = found.names.filter((name) => !names.includes(name)).map((name) => `{$${name}}`);
  const foreign = found.fields.filter((name) => fields && !fields.includes(name));
  return [
    ...found.faults.map((expected) => ({ path, expected })),
    ...unknown.map((name) => ({ path, expected: `expected a declared setting or secret, got ${name}` })),
    ...foreign.map((name) => ({
      path,
      expected: WALL_PERSONAL_FIELDS.some((field) => field === name)
        ? `expected no {${name}} here: no wall is told who its members are unless "share" names it; {user} is the member's code`
        : `expected one of ${fields?.join(', ')}, got {${name}}`,
    })),
  ];
}

/** Parts have no filters: a part written with one would name nothing, and its value would be empty. */
function partFaults({ input }: Digest, path: string): Fault[] {
  if (!('parts' in input)) return [];
  return input.parts.flatMap(([name], index) =>
    /[{}|]/.test(name)
      ? [{ path: `${path}.input.parts[${index}]`, expected: `expected a name alone, got ${name}` }]
      : [],
  );
}

/** The templates of a digest; each part counts as a template of one placeholder. */
function digestUses(digest: Digest, path: string): Use[] {
  if ('template' in digest.input)
    return [{ path: `${path}.input.template`, template: digest.input.template }];
  if (!('parts' in digest.input)) return [];
  return digest.input.parts.map(([name], index) => ({
    path: `${path}.input.parts[${index}]`,
    template: `{${name}}`,
  }));
}

const namesIn = (uses: Use[]): string[] => uses.flatMap(({ template }) => inspect(template).names);
