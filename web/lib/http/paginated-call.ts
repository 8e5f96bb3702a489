import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { callPage, type ListName } from './call.ts';

/** Fetches a list page by page, on request. `data` holds the pages fetched so far. */
export function usePaginatedCall<Name extends ListName>(
  queryKey: QueryKey,
  name: Name,
  query: Parameters<typeof callPage<Name>>[1]['query'],
  params: Record<string, number> = {},
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => callPage(name, { query, params }, pageParam, signal),
    initialPageParam: null as string | null, // without the assertion the type would be null
    getNextPageParam: ({ next }) => next,
  });
}
