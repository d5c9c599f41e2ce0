import { RefreshCw, WifiOff, X } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { focusHeading } from '#ui/focus-heading.ts';
import { Icon } from '#ui/icon.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { useNewVersion } from './use-new-version.ts';
import { useOnline } from './use-online.ts';

const PLACE =
  'fixed inset-x-4 bottom-[calc(env(safe-area-inset-bottom)+5.5rem)] z-40 mx-auto flex max-w-md animate-rise items-center gap-3 rounded-2xl border border-line bg-surface p-3 ps-4 text-ink text-sm shadow-raised lg:inset-e-8 lg:inset-s-auto lg:bottom-8 lg:w-96 low:bottom-0';

/**
 * Notices that last until their cause ends, clear of the navigation: no connection, or a newer version of the site. The
 * latter can be closed until the next load, as it may cover what the member wants to press; the focus then goes back to
 * where it came from. Their place is there before them: screen readers say what changes in a place that they know.
 */
export function Notices() {
  const t = useT('common');
  const online = useOnline();
  const load = useNewVersion();
  const [closed, setClosed] = useState(false);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    if (closed) focusHeading();
  }, [closed]);
  const close = () => {
    setClosed(true);
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  };
  return (
    <div
      role="status"
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      }}
    >
      {!online && (
        <p data-notice="" className={PLACE}>
          <Icon of={WifiOff} className="size-5 shrink-0 text-muted" />
          {t('offlineNotice')}
        </p>
      )}
      {online && load && !closed && (
        <div data-notice="" className={PLACE}>
          <Icon of={RefreshCw} className="size-5 shrink-0 text-brand" />
          <p className="min-w-0 grow">{t('newVersion')}</p>
          <Button size="small" variant="secondary" onClick={load}>
            {t('reload')}
          </Button>
          <button
            type="button"
            aria-label={t('close')}
            onClick={close}
            className="-ms-2 grid size-10 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
          >
            <Icon of={X} className="size-4" />
          </button>
        </div>
      )}
    </div>
  );
}
