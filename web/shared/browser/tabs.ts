import type { LanguageCode } from '#contract/languages.ts';

/** What one tab of this browser tells the others. `session`: who is signed in now, null for nobody. */
export type TabNews = { type: 'session'; memberId: string | null } | { type: 'language'; code: LanguageCode };

const NAME = 'tabs';
let opened: BroadcastChannel | undefined;

/** Open for as long as the page lives; a tab does not hear itself. */
function channel(): BroadcastChannel {
  opened ??= new BroadcastChannel(NAME);
  return opened;
}

export const tellTabs = (news: TabNews): void => channel().postMessage(news);

/** Hears the other tabs. Answers what ends it. */
export function hearTabs(hear: (news: TabNews) => void): () => void {
  const listen = ({ data }: MessageEvent<TabNews>) => hear(data);
  channel().addEventListener('message', listen);
  return () => channel().removeEventListener('message', listen);
}
