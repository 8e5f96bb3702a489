import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { callPage, type ListName } from './call.ts';

const POLL_INTERVAL_MS = 1_000;

type ItemOf<Name extends ListName> = Awaited<ReturnType<typeof callPage<Name>>>['result'][number];

/**
 * Fetches a list page by page, on request. `data` holds the pages fetched so far. Asks again each second while an item
 * `isUnfinished`.
 */
export function usePaginatedCall<Name extends ListName>(
  queryKey: QueryKey,
  name: Name,
  query: Parameters<typeof callPage<Name>>[1]['query'],
  params: Record<string, number> = {},
  isUnfinished: (item: ItemOf<Name>) => boolean = () => false,
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => callPage(name, { query, params }, pageParam, signal),
    initialPageParam: null as string | null, // without the assertion the type would be null
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ result }) => result.some(isUnfinished)) ? POLL_INTERVAL_MS : false,
  });
}
