import { useEffect, useState } from 'react';

/** Specified: a tooltip comes after this pause, and at once if the last one has just gone. */
export const TOOLTIP_DELAY_MS = 700;
export const TOOLTIP_SKIP_DELAY_MS = 300;
/** Pixels between a tooltip and its control. */
const GAP = 8;

interface Shown {
  text: string;
  /** Of the control, in pixels of the window. */
  at: DOMRect;
}

/**
 * The tooltips of all controls that have only a picture: the name that screen readers hear, also for eyes. Hidden from screen
 * readers, which have it already. Escape, a press and leaving the control hide it; what is below can be pressed through it.
 */
export function Tooltips() {
  const [shown, setShown] = useState<Shown>();
  useEffect(() => watchPictures(setShown), []);
  if (!shown) return null;
  const { text, at } = shown;
  const above = at.bottom > innerHeight - 64;
  return (
    <div
      aria-hidden="true"
      data-tooltip
      className="pointer-events-none fixed z-50 w-max max-w-60 rounded-lg bg-ink px-2.5 py-1.5 text-sm text-surface"
      style={{
        left: Math.min(Math.max(at.left + at.width / 2, 64), innerWidth - 64),
        top: above ? at.top - GAP : at.bottom + GAP,
        translate: above ? '-50% -100%' : '-50% 0',
      }}
    >
      {text}
    </div>
  );
}

/** Calls `show` with the tooltip to show, and with undefined when it goes. Returns the end. */
function watchPictures(show: (shown: Shown | undefined) => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let control: Element | undefined;
  let visible = false;
  let wasThere = false;
  let goneAt = Number.NEGATIVE_INFINITY;
  const hide = () => {
    clearTimeout(waiting);
    if (visible) goneAt = performance.now();
    visible = false;
    show(undefined);
  };
  const come = ({ target }: Pick<Event, 'target'>) => {
    const found = target instanceof Element ? pictureOf(target) : undefined;
    if (found === control) return;
    control = found;
    hide();
    if (!found) return;
    const atOnce = performance.now() - goneAt < TOOLTIP_SKIP_DELAY_MS;
    waiting = setTimeout(
      () => {
        if (!found.isConnected) return;
        visible = true;
        show({ text: found.getAttribute('aria-label') ?? '', at: found.getBoundingClientRect() });
      },
      atOnce ? 0 : TOOLTIP_DELAY_MS,
    );
  };
  const point = (event: PointerEvent) => {
    const isThere = isAtTooltip(event);
    // Who leaves the tooltip may stay on what is below it.
    if (!isThere && (wasThere || event.type === 'pointerover')) come(event);
    wasThere = isThere;
  };
  const key = (event: KeyboardEvent) => event.key === 'Escape' && hide();
  const end = new AbortController();
  const { signal } = end;
  addEventListener('pointerover', point, { signal });
  addEventListener('pointermove', point, { signal });
  addEventListener('focusin', come, { signal });
  addEventListener('focusout', hide, { signal });
  addEventListener('pointerdown', hide, { signal });
  addEventListener('scroll', hide, { signal, capture: true });
  addEventListener('keydown', key, { signal });
  // The pointer may be there already.
  come({ target: [...document.querySelectorAll(':hover')].at(-1) ?? null });
  return () => {
    end.abort();
    hide();
  };
}

/** Whether the pointer is at the tooltip or just beside it: who enlarges the screen has to go there to read it. */
function isAtTooltip({ clientX, clientY }: PointerEvent): boolean {
  const box = document.querySelector('[data-tooltip]')?.getBoundingClientRect();
  if (!box) return false;
  const isBeside = clientX >= box.left - GAP && clientX <= box.right + GAP;
  return isBeside && clientY >= box.top - GAP && clientY <= box.bottom + GAP;
}

/** The control around an element if it has a name but no words. */
function pictureOf(element: Element): Element | undefined {
  const control = element.closest('a[aria-label], button[aria-label]');
  return control && (control.textContent ?? '').trim() === '' ? control : undefined;
}
