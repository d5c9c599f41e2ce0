/** A tab that was opened within a click, before its address is known, so that the browser does not block it. */
export interface WaitingTab {
  /** Leads the tab to the address; false if there is no tab: the browser opened none, or it was closed. */
  lead: (address: string) => boolean;
  close: () => void;
}

/** Opens a tab that shows `words` and knows nothing of this page. */
export function openTab(words: string): WaitingTab {
  const tab = window.open('', '_blank');
  if (tab) {
    tab.opener = null;
    tab.document.title = words;
    tab.document.body.textContent = words;
  }
  return {
    lead: (address) => {
      if (!tab || tab.closed) return false;
      tab.location.replace(address);
      return true;
    },
    close: () => tab?.close(),
  };
}

/** The address if a tab may be led to it: https, without a name or password in it. */
export function secureAddress(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === 'https:' && !url.username && !url.password ? url.href : undefined;
}
