const ADDRESS_LENGTH_MAX = 2_000;
/** Stands for the member while an address is parsed; the parser would encode the braces of a macro. */
const MEMBER = 'pocketful0member0macro';

/** True for a host of the list or one below it: `cdn.vendor.example` for `vendor.example`. */
export const isListed = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((listed) => host === listed || host.endsWith(`.${listed}`));

/**
 * An address by https at a host of the list, without user name, password and port of its own; undefined otherwise, and if it
 * is too long, as it is written or when it is encoded.
 */
export function listedAddress(text: string | undefined, hosts: readonly string[]): URL | undefined {
  if (text === undefined || text.length > ADDRESS_LENGTH_MAX) return undefined;
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username || url.password || url.port) return undefined;
  return isListed(url.hostname, hosts) && url.href.length <= ADDRESS_LENGTH_MAX ? url : undefined;
}

export interface ClickForm {
  /** The vendor's macro for the member in the address; without it `append` must name a place. */
  member?: string | undefined;
  /** Parameters that are added: each `{user}` or `{click}`. */
  append: Record<string, '{user}' | '{click}'>;
}

/**
 * Turns a vendor's address of a click into a template of this site, with `{user}` where the member's code goes and
 * `{click}` where our click does. Undefined if it is not an https address of a listed host, or has no place for the
 * member: such a click could never be credited.
 */
export function clickTemplate(
  text: string | undefined,
  hosts: readonly string[],
  { member, append }: ClickForm,
): string | undefined {
  const url = markedAddress(text, hosts, member);
  if (!url) return undefined;
  url.hash = '';
  const added = Object.entries(append).map(([name, value]) => `${name}=${value}`);
  for (const name of Object.keys(append)) if (url.searchParams.has(name)) url.searchParams.delete(name);
  const address = withoutBraces(url.href.replace(/\?$/, ''));
  const joined = [address, added.join('&')].filter(Boolean).join(url.search ? '&' : '?');
  const template = joined.replaceAll(MEMBER, '{user}');
  return template.includes('{user}') && template.length <= ADDRESS_LENGTH_MAX ? template : undefined;
}

/** The same of a vendor's address of its help, which may do without the member. Its other macros are left empty. */
export function supportTemplate(
  text: string | undefined,
  hosts: readonly string[],
  member: string | undefined,
): string | undefined {
  const url = markedAddress(text, hosts, member, /\{[^{}]*\}/g);
  return url && withoutBraces(url.href).replaceAll(MEMBER, '{user}');
}

/** A vendor's address with the values of a click in it; undefined if it is not an https address of these hosts. */
export function filledAddress(
  template: string,
  hosts: readonly string[],
  { code, clickId }: { code: string; clickId: string },
): string | undefined {
  const filled = template
    .replaceAll('{user}', () => encodeURIComponent(code))
    .replaceAll('{click}', () => encodeURIComponent(clickId));
  return listedAddress(filled, hosts)?.href;
}

/** A vendor's address with MEMBER in place of its macro for the member, and without what else is cut out of it. */
function markedAddress(
  text: string | undefined,
  hosts: readonly string[],
  member: string | undefined,
  cut?: RegExp,
): URL | undefined {
  const marked = member === undefined ? text : text?.replaceAll(member, MEMBER);
  const url = listedAddress(cut ? marked?.replace(cut, '') : marked, hosts);
  return url?.hostname.includes(MEMBER) ? undefined : url;
}

/** A brace that the vendor wrote must not become a place of ours. */
const withoutBraces = (address: string): string => address.replaceAll('{', '%7B').replaceAll('}', '%7D');
