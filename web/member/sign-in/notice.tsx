import type { ReactNode } from 'react';

/** A failure that concerns the whole form and stays after its notification has gone. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-2xl bg-danger-soft px-4 py-3 font-medium text-on-danger-soft text-sm">{children}</p>
  );
}
