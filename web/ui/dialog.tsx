import { X } from 'lucide';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { classes } from './classes.ts';
import { focusHeading } from './focus-heading.ts';
import { Icon } from './icon.tsx';
import { openDialogs } from './open-dialogs.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Name of the cross in the corner; without one only the dialog's content closes it. */
  closeLabel?: string;
  /** Buttons, in a row that stays at the bottom. */
  footer?: ReactNode;
  /** The element that gets the focus afterwards; by default the one that had it before. */
  returnFocus?: RefObject<HTMLElement | null>;
  /** Set while a response is awaited, to prevent accidental closing. */
  locked?: boolean;
  /** Set if what is typed or chosen must not be lost by a tap beside it, Escape or Back: they do nothing from then on. */
  keepsTyped?: boolean;
  /**
   * Set if another site's script opens a layer of its own above the dialog, as hCaptcha does with its pictures: focus
   * and clicks may move to that layer, and to nothing else.
   */
  sharesScreen?: boolean;
  /** Set if nothing behind the dialog may be visible. */
  covers?: boolean;
  /** An element with `data-autofocus` gets the focus first, else the cross in the corner. */
  children?: ReactNode;
}

/**
 * A modal dialog: a sheet from the bottom on a phone, a centred card on larger screens. Title and buttons stay while
 * the rest scrolls; in a low window, such as a phone on its side, everything scrolls, as they would leave no room.
 * Focus stays inside and returns afterwards, to the heading of the page if its element is gone. The scrim is a plain
 * element: Radix's own overlay writes a style element, which the site's content security policy blocks.
 */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, locked = false, sharesScreen = false, covers = false, children } = props;
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => (next || !locked) && onOpenChange(next)}
      modal={!sharesScreen}
    >
      <Radix.Portal>
        <div
          data-scrim=""
          aria-hidden="true"
          className={classes('fixed inset-0', covers ? 'z-50 bg-canvas' : 'z-40 animate-fade bg-scrim')}
        />
        <Sheet {...props}>{children}</Sheet>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Sheet(props: DialogProps) {
  const { onOpenChange, title, description, closeLabel, footer, children } = props;
  const { returnFocus, locked, keepsTyped, sharesScreen } = props;
  const before = useRef<Element | null>(null);
  const isTyped = useRef(false);
  const keepTyped = (event: Event) => {
    if (keepsTyped && isTyped.current) event.preventDefault();
  };
  useOpen(() => {
    if (!locked && !(keepsTyped && isTyped.current)) onOpenChange(false);
  });
  useInertPage(sharesScreen ?? false);
  return (
    <Radix.Content
      onOpenAutoFocus={(event) => {
        before.current = document.activeElement;
        const { currentTarget: sheet } = event;
        const first = sheet instanceof HTMLElement && sheet.querySelector('[data-autofocus]');
        if (!(first instanceof HTMLElement)) return;
        event.preventDefault();
        first.focus();
      }}
      onInput={() => {
        isTyped.current = true;
      }}
      onEscapeKeyDown={keepTyped}
      onInteractOutside={(event) => {
        keepTyped(event);
        const { target } = event.detail.originalEvent;
        const isScrim = target instanceof Element && target.hasAttribute('data-scrim');
        if (sharesScreen && !isScrim) event.preventDefault();
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        // When one dialog follows another, the next one already has the focus.
        if (document.activeElement?.closest('[role="dialog"]')) return;
        const target = returnFocus?.current ?? before.current;
        if (target instanceof HTMLElement && target.isConnected) target.focus();
        else focusHeading();
      }}
      {...(description === undefined ? { 'aria-describedby': undefined } : {})}
      className="fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] w-full max-w-lg animate-sheet flex-col rounded-t-card bg-surface text-ink shadow-raised outline-none sm:bottom-auto sm:top-1/2 sm:-translate-y-1/2 sm:rounded-card low:overflow-y-auto"
    >
      <header className="flex items-start gap-3 p-5 pb-2 sm:p-6 sm:pb-2">
        <div className="grow">
          <Radix.Title className="font-bold text-xl">{title}</Radix.Title>
          {description !== undefined && (
            <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>
          )}
        </div>
        {closeLabel !== undefined && (
          <Radix.Close
            aria-label={closeLabel}
            disabled={locked}
            className="-m-1.5 grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink disabled:opacity-40"
          >
            <Icon of={X} className="size-5" />
          </Radix.Close>
        )}
      </header>
      <div
        className={classes(
          'overflow-y-auto low:shrink-0 low:overflow-visible p-5 pt-2 sm:p-6 sm:pt-2',
          !footer && 'pb-safe',
        )}
      >
        {children}
      </div>
      {footer && (
        <footer className="flex flex-col-reverse gap-2 p-5 pt-2 pb-safe sm:flex-row sm:justify-end sm:p-6 sm:pt-2">
          {footer}
        </footer>
      )}
    </Radix.Content>
  );
}

/**
 * Calls `leave` at the browser's Back, and keeps the page behind from scrolling. Its scrollbar gutter stays, see
 * `scrollbar-gutter` in the tokens.
 */
function useOpen(leave: () => void): void {
  const onBack = useEffectEvent(leave);
  useEffect(() => {
    const { style } = document.documentElement;
    const remove = openDialogs.add(() => onBack());
    style.overflow = 'hidden';
    return () => {
      remove();
      if (!openDialogs.isAny()) style.overflow = '';
    };
  }, []);
}

/** Replaces Radix's modality, which would also block the other site's layer. */
function useInertPage(applies: boolean): void {
  useEffect(() => {
    const page = document.getElementById('root');
    if (!applies || !page) return;
    page.inert = true;
    return () => {
      page.inert = false;
    };
  }, [applies]);
}
