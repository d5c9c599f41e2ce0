import { type KeyboardEvent, type PointerEvent, useState } from 'react';

const PAGE_DAYS = 7;

/**
 * The column of a chart that the person points at, with a mouse, a finger or the keys of a slider. Undefined while they
 * point at none. `props` belong to the element that has the columns, the first at its left.
 */
export function useChartCursor(columns: number) {
  const [column, setColumn] = useState<number>();
  const last = columns - 1;
  const show = (next: number) => setColumn(Math.min(Math.max(next, 0), last));
  const leave = () => setColumn(undefined);
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    show(Math.floor(((clientX - left) / width) * columns));
  };
  const press = (event: KeyboardEvent) => {
    const now = column ?? last;
    const moves: Record<string, number> = {
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      PageDown: now - PAGE_DAYS,
      PageUp: now + PAGE_DAYS,
      Home: 0,
      End: last,
    };
    const next = moves[event.key];
    if (event.key === 'Escape') leave();
    if (next === undefined) return;
    event.preventDefault();
    show(next);
  };
  return {
    // The range may have become shorter.
    column: column === undefined ? undefined : Math.min(column, last),
    props: {
      onPointerMove: point,
      onPointerDown: point,
      onPointerLeave: leave,
      onKeyDown: press,
      onFocus: () => show(column ?? last),
      onBlur: leave,
    },
  };
}
