import type { LanguageCode } from '#contract/languages.ts';

/** A message between the tabs of this browser. `session`: the id of the signed-in member, null for none. */
export type TabNews = { type: 'session'; memberId: string | null } | { type: 'language'; code: LanguageCode };

const NAME = 'tabs';
let opened: BroadcastChannel | undefined;

/** Open as long as the page; a tab does not receive its own messages. */
function channel(): BroadcastChannel {
  opened ??= new BroadcastChannel(NAME);
  return opened;
}

export const tellTabs = (news: TabNews): void => channel().postMessage(news);

/** Listens to the other tabs. Returns a function that stops it. */
export function hearTabs(hear: (news: TabNews) => void): () => void {
  const listen = ({ data }: MessageEvent<TabNews>) => hear(data);
  channel().addEventListener('message', listen);
  return () => channel().removeEventListener('message', listen);
}
