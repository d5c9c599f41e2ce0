import { CircleAlert, CircleCheck, Info, X } from 'lucide';
import { Toast as Radix } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { Icon } from './icon.tsx';
import { dismissToast, toastStore } from './toast-store.ts';

const DURATION_MS = 5_000;
const SWIPE_THRESHOLD_PX = 50;
const HOTKEY = ['F8'];
const ICONS = { success: CircleCheck, error: CircleAlert, info: Info };
const ICON_TONES = { success: 'text-brand', error: 'text-danger', info: 'text-muted' };

export interface ToasterProps {
  /** Name of the viewport; the library replaces `{hotkey}` in it. */
  viewportLabel?: string;
  /** Name of a single toast. */
  label?: string;
  closeLabel: string;
}

/** The place where `toast()` shows its messages: at the top of a phone, away from the thumb, else in a corner. */
export function Toaster({
  viewportLabel = 'Notifications ({hotkey})',
  label = 'Notification',
  closeLabel,
}: ToasterProps) {
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => undefined);
  const tone = shown?.tone ?? 'info';
  const icon = ICONS[tone];
  return (
    <Radix.Provider
      duration={DURATION_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD_PX}
      label={label}
    >
      {shown && (
        <Radix.Root
          key={shown.id}
          open={shown.open}
          onOpenChange={(open) => !open && dismissToast(shown.id)}
          type={tone === 'error' ? 'foreground' : 'background'}
          className="flex animate-rise items-start gap-3 rounded-2xl border border-line bg-surface p-4 text-ink shadow-raised data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=end]:opacity-0"
        >
          <Icon of={icon} className={`mt-0.5 size-5 shrink-0 ${ICON_TONES[tone]}`} />
          <div className="min-w-0 grow">
            <Radix.Title className="font-semibold">{shown.title}</Radix.Title>
            {shown.description && (
              <Radix.Description className="wrap-anywhere mt-0.5 text-muted text-sm">
                {shown.description}
              </Radix.Description>
            )}
            {shown.next && <p className="wrap-anywhere mt-1 text-sm">{shown.next}</p>}
          </div>
          <Radix.Close
            aria-label={closeLabel}
            className="-m-2 grid size-10 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
          >
            <Icon of={X} className="size-4" />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport
        hotkey={HOTKEY}
        label={viewportLabel}
        className="pointer-events-auto fixed inset-x-4 top-[calc(env(safe-area-inset-top)+0.75rem)] z-60 mx-auto max-w-md outline-none lg:inset-e-8 lg:inset-s-auto lg:top-auto lg:bottom-8 lg:w-96"
      />
    </Radix.Provider>
  );
}
