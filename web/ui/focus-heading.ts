/** Gives the focus to a heading if nothing has it: what had it is gone, and the place on the screen would be lost. */
export function focusHeading(heading = 'h1'): void {
  const target = document.querySelector<HTMLElement>(heading);
  if (!target || document.activeElement !== document.body) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
