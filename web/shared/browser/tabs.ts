import type { LanguageCode } from '#contract/languages.ts';
import { forget, keep, kept } from './storage.ts';

/**
 * A message between the tabs of this browser. `session`: the id of the signed-in member, null for none. `titles`: the server
 * now sends titles in the chosen language.
 */
export type TabNews =
  | { type: 'session'; memberId: string | null }
  | { type: 'language'; code: LanguageCode }
  | { type: 'titles' };

const NAME = 'tabs';
let opened: BroadcastChannel | undefined;
/** Who listens; until then, messages wait in `early`. */
let listener: ((news: TabNews) => void) | undefined;
let early: TabNews[] = [];

/**
 * Opens the channel, for as long as the page. The app calls it before it reads anything that another tab may change,
 * because the part that listens loads late. A tab does not receive its own messages.
 */
export function openTabs(): BroadcastChannel {
  if (opened) return opened;
  opened = new BroadcastChannel(NAME);
  opened.onmessage = ({ data }: MessageEvent<TabNews>) => (listener ? listener(data) : early.push(data));
  return opened;
}

const MEMBER = 'member';

/** Notes who is signed in, for pages that the browser keeps for its back button: they may not be told. */
export function noteMember(memberId: string | null): void {
  // A browser that has no room left still removes.
  forget(MEMBER);
  if (memberId) keep(MEMBER, memberId);
}

export const isNoted = (memberId: string): boolean => kept(MEMBER) === memberId;

/** Tells the other tabs. What this tab says is newer than what it has not heard yet. */
export function tellTabs(news: TabNews): void {
  if (news.type === 'session') noteMember(news.memberId);
  early = early.filter(({ type }) => type !== news.type);
  openTabs().postMessage(news);
}

/** Listens to the other tabs, and hears what they said since the page began. Returns a function that stops it. */
export function hearTabs(hear: (news: TabNews) => void): () => void {
  openTabs();
  listener = hear;
  for (const news of early.splice(0)) hear(news);
  return () => {
    listener = undefined;
  };
}
