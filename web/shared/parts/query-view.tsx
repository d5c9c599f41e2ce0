import type { ReactNode } from 'react';
import { Failure, type Retryable } from './failure.tsx';

interface QueryViewProps<Data> {
  query: Retryable & { data: Data | undefined };
  /** Skeletons of the content, with a label for screen readers. */
  loading: ReactNode;
  /** Shown instead of an empty list. */
  empty?: ReactNode;
  /** What to show when a refresh fails: the older data alone, the failure alone, or the failure above the data. */
  outdated?: 'data' | 'failure' | 'both';
  children: (data: Data) => ReactNode;
}

/** The result of a query: loading, failed with another try, empty, or its data. */
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
