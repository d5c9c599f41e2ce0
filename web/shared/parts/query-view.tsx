import type { ReactNode } from 'react';
import { Failure, type Retryable } from './failure.tsx';

interface QueryViewProps<Data> {
  query: Retryable & { data: Data | undefined };
  /** Shapes of what is coming, which say so to screen readers. */
  loading: ReactNode;
  /** Instead of a list that has nothing. */
  empty?: ReactNode;
  /** What a failure shows where there are older data: those alone, the failure alone, or the failure above them. */
  outdated?: 'data' | 'failure' | 'both';
  children: (data: Data) => ReactNode;
}

/** What a query has read: loading, failed with another try, empty, or its data. */
export function QueryView<Data>({
  query,
  loading,
  empty,
  outdated = 'data',
  children,
}: QueryViewProps<Data>) {
  const { data, error } = query;
  if (data === undefined) return error ? <Failure query={query} /> : loading;
  if (error && outdated === 'failure') return <Failure query={query} />;
  const shown = empty !== undefined && Array.isArray(data) && data.length === 0 ? empty : children(data);
  return (
    <>
      {error && outdated === 'both' ? <Failure query={query} /> : null}
      {shown}
    </>
  );
}
