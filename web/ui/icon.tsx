import type { IconNode } from 'lucide';
import { createElement } from 'react';

export interface IconProps {
  /** The shapes of the icon, from the package `lucide`. */
  of: IconNode;
  className?: string;
  strokeWidth?: number;
}

/** An icon in the colour of the text around it. Decoration: a text beside it says the same. */
export function Icon({ of: shapes, className, strokeWidth = 2 }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      {shapes.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
    </svg>
  );
}
