import { hashKey, type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { ReadableError } from '../errors/readable-error.ts';
import { callPage, type ListName } from './call.ts';

const POLL_INTERVAL_MS = 1_000;
const MAX_PAGE_SIZE = '1000';
/** More rows would fill the memory of the browser. */
const MAX_ROWS = 100_000;

type PageOf<Name extends ListName> = Awaited<ReturnType<typeof callPage<Name>>>;
type ItemOf<Name extends ListName> = PageOf<Name>['result'][number];
type QueryOf<Name extends ListName> = Parameters<typeof callPage<Name>>[1]['query'];

/** Fetches all rows of a list, whose query has a limit, in pages as large as the API allows. */
export async function fetchAllRows<Name extends ListName>(
  name: Name,
  query: QueryOf<Name>,
  params: Record<string, number> = {},
): Promise<ItemOf<Name>[]> {
  const address = { query: { ...Object(query), limit: MAX_PAGE_SIZE }, params };
  const rows: ItemOf<Name>[] = [];
  let url: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof callPage<Name>>> = await callPage(name, address, url);
    rows.push(...page.result);
    if (rows.length > MAX_ROWS) throw new ReadableError(TOO_MANY_ROWS);
    if (page.isIncomplete) throw new ReadableError(ROWS_MISSING);
    url = page.next;
  } while (url !== null);
  return rows;
}

/** Tells whether a key is that of a list, filtered by a text or not. */
function isSameList(key: QueryKey, list: QueryKey): boolean {
  const isFiltered = Object(key.at(-1)).q !== undefined;
  return hashKey(isFiltered ? key.slice(0, -1) : key) === hashKey(list);
}

const TOO_MANY_ROWS = 'More than 100,000 entries cannot be exported at once. Narrow the list first.';
const ROWS_MISSING =
  'This list is too long to be searched to its end, so entries would be missing. Clear the filter to export it.';

/**
 * Fetches a list page by page, on request. `data` holds the pages fetched so far; `fetchAll` returns the rows of all. Asks again
 * each second while an item `isUnfinished`. The text `q` of the query need not be in the key; the rows of the text before are
 * shown until those of the next are here.
 */
export function usePaginatedCall<Name extends ListName>(
  queryKey: QueryKey,
  name: Name,
  query: QueryOf<Name>,
  params: Record<string, number> = {},
  isUnfinished: (item: ItemOf<Name>) => boolean = () => false,
) {
  const { q } = Object(query);
  const list = useInfiniteQuery<PageOf<Name>, Error, InfiniteData<PageOf<Name>>, QueryKey, string | null>({
    queryKey: q === undefined ? queryKey : [...queryKey, { q }],
    // What a filter found before is of little use, and a text that is typed again should find what is new.
    ...(q !== undefined && { staleTime: 0 }),
    placeholderData: (previous, of) => (of && isSameList(of.queryKey, queryKey) ? previous : undefined),
    queryFn: ({ pageParam, signal }) => callPage(name, { query, params }, pageParam, signal),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ result }) => result.some(isUnfinished)) ? POLL_INTERVAL_MS : false,
  });
  const fetchAll = () => fetchAllRows(name, query, params);
  // Inherits: a copy would read all properties, and a component renders again when one that it read changes.
  const withFetchAll: typeof list & { fetchAll: typeof fetchAll } = Object.create(list, {
    fetchAll: { value: fetchAll },
  });
  return withFetchAll;
}
