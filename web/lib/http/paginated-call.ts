import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { callPage, type ListName } from './call.ts';

/** A list that is read page by page as the reader asks for more; `data` holds the rows of all pages read. */
export function usePaginatedCall<Name extends ListName>(
  queryKey: QueryKey,
  name: Name,
  query: Parameters<typeof callPage<Name>>[1]['query'],
  params: Record<string, number> = {},
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => callPage(name, { query, params }, pageParam, signal),
    initialPageParam: null as string | null, // null alone would be the type of every page's
    getNextPageParam: ({ next }) => next,
  });
}
