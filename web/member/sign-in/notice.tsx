import type { ReactNode } from 'react';

/** A failure of the whole form, which stays after its toast has gone. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-2xl bg-danger-soft px-4 py-3 font-medium text-on-danger-soft text-sm">{children}</p>
  );
}
