import type { ReactNode } from 'react';
import { Amount } from '#ui/money.tsx';

/** One fact of a deal, in a `dl`. */
export function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-3">
      <dt className="text-muted">{label}</dt>
      <dd className="text-end font-semibold">
        <Amount>{children}</Amount>
      </dd>
    </div>
  );
}
