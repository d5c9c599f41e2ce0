import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classes } from './classes.ts';

const COUNT_MS = 900;

/** An amount within other text, isolated so that right-to-left text around it cannot reorder its parts. */
export function Amount({ children, className }: { children: ReactNode; className?: string }) {
  return <bdi className={classes('tabular-nums', className)}>{children}</bdi>;
}

export interface CountUpProps {
  value: number;
  /** Turns a whole number into text; called for every step. */
  format: (value: number) => string;
  className?: string;
}

/** An amount that counts to its new value when it changes; without animation at first and with reduced motion. */
export function CountUp({ value, format, className }: CountUpProps) {
  return <Amount className={className}>{format(useCounted(value))}</Amount>;
}

function useCounted(value: number): number {
  const [shown, setShown] = useState(value);
  const at = useRef(value);
  useEffect(() => {
    const from = at.current;
    if (from === value) return;
    const show = (next: number) => {
      at.current = next;
      setShown(next);
    };
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      show(value);
      return;
    }
    let began: number | undefined;
    let frame = requestAnimationFrame(function step(now) {
      began ??= now;
      const part = Math.min((now - began) / COUNT_MS, 1);
      show(Math.round(from + (value - from) * (1 - (1 - part) ** 3)));
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return shown;
}
