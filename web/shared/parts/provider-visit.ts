import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';

export interface ProviderVisit {
  /** Title of the message if the other site cannot be reached. */
  failed: string;
  /** In a new tab, so that this one keeps what is half done. */
  inNewTab?: boolean;
  /** Called before this page is left after all, where the browser opens no new tab. */
  onNoTab?: (() => void) | undefined;
}

/** Takes the browser to another site to sign in there; it sends the browser back to the identity page. */
export function useProviderVisit(id: string, { failed, inNewTab = false, onNoTab }: ProviderVisit) {
  const go = useCallMutation(
    async (tab: Window | null) => {
      const { url } = await call('POST /api/login/identity/{id}/start', { params: { id } });
      if (!tab) onNoTab?.();
      (tab ?? window).location.assign(url);
    },
    { onRefused: (_, tab) => tab?.close(), failed },
  );
  return { isPending: go.isPending, visit: () => go.mutate(inNewTab ? openTab() : null) };
}

/** A tab must be opened at the click itself, or browsers hold it back. The other site gets no hold of this one. */
function openTab(): Window | null {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  return tab;
}
