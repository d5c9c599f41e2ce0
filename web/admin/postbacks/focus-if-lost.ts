import type { RefObject } from 'react';

/** Gives the focus to what says how a replay went: the button that had it is gone if nothing is left to replay. */
export function focusIfLost(block: RefObject<HTMLElement | null>): void {
  if (document.activeElement === document.body) block.current?.focus();
}
