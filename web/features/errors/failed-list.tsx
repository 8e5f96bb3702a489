import { LoadError } from './load-error.tsx';

interface FailedListProps {
  /** Queries of what can be chosen or shown. */
  lists: readonly FallibleList[];
  summary?: string;
}

interface FallibleList {
  readonly data: unknown;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** Says that a list could not be loaded, where a choice would seem to have fewer options; nothing while all are loaded. */
export function FailedList({ lists, ...rest }: FailedListProps) {
  const failed = lists.filter(({ data, error }) => data === undefined && error !== null);
  const error = failed[0]?.error;
  if (!error) return null;
  return (
    <LoadError error={error} onRetry={() => failed.forEach(({ refetch }) => void refetch())} {...rest} />
  );
}
