import type { BrowserToken, Client, Member, Session } from '#domain/members/index.ts';
import type { RequestContext } from '#server/http/frame/implement.ts';

/** The member as shown to the browser. */
export const shownMember = (member: Member) => ({ ...member, username: member.name });

/** The sender of the request, for calls that open, change or end sessions. */
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
  journey: browserTokens.journey,
  vouched: browserTokens.vouched,
});

/** Sets the browser's cookies and returns the member who is now signed in. */
export function enter(
  context: RequestContext,
  { member, session, knownBrowser }: { member: Member; session: Session; knownBrowser: BrowserToken },
) {
  context.setSession(session);
  context.setBrowserToken('known-browser', knownBrowser);
  return shownMember(member);
}
