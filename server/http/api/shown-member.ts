import type { Client, Member } from '#domain/members/index.ts';
import type { RequestContext } from '#server/http/frame/implement.ts';

/** The member as the browser may see it. */
export const shownMember = (member: Member) => ({ ...member, username: member.name });

/** Who sends the request, for calls that open, change or end sessions. */
export const clientOf = ({
  ip,
  userAgent,
  language,
  sessionToken,
  browserTokens,
}: RequestContext): Client => ({
  ip,
  userAgent,
  language,
  sessionToken,
  knownBrowser: browserTokens['known-browser'],
  askedBrowser: browserTokens['asked-browser'],
});
