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
  const marked = member === undefined ? text : text?.replaceAll(member, MEMBER);
  const url = listedAddress(marked, hosts);
  if (!url || url.hostname.includes(MEMBER)) return undefined;
  url.hash = '';
  const added = Object.entries(append).map(([name, value]) => `${name}=${value}`);
  for (const name of Object.keys(append)) if (url.searchParams.has(name)) url.searchParams.delete(name);
  // A brace that the vendor wrote must not become a place of ours.
  const address = url.href.replace(/\?$/, '').replaceAll('{', '%7B').replaceAll('}', '%7D');
  const joined = [address, added.join('&')].filter(Boolean).join(url.search ? '&' : '?');
  const template = joined.replaceAll(MEMBER, '{user}');
  return template.includes('{user}') && template.length <= ADDRESS_LENGTH_MAX ? template : undefined;
}
