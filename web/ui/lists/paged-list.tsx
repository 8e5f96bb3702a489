import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import { EmptyState } from '../feedback/empty-state.tsx';
import { ListSkeleton } from '../feedback/list-skeleton.tsx';
import { Card } from '../layout/card.tsx';
import { ShowMore } from './show-more.tsx';

/** The infinite query of a list. */
export interface PagedQuery<Item> {
  data: { pages: readonly { result: readonly Item[]; isIncomplete?: boolean }[] } | undefined;
  error: Error | null;
  refetch: () => unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** Tells whether there can be further items: on the next page, or beyond what was searched. */
export const hasFurtherItems = ({ data, hasNextPage }: Pick<PagedQuery<unknown>, 'data' | 'hasNextPage'>) =>
  hasNextPage || isIncomplete({ data });

/** Tells whether a list is so long that it was not searched to its end. */
export const isIncomplete = ({ data }: Pick<PagedQuery<unknown>, 'data'>): boolean =>
  data?.pages.some((page) => page.isIncomplete) ?? false;

/** Shows that the first page could not be loaded. */
export type LoadErrorComponent = ComponentType<{
  error: Error;
  summary: string;
  onRetry: () => unknown;
}>;

interface PagedListProps<Item> {
  label: string;
  list: PagedQuery<Item>;
  LoadError: LoadErrorComponent;
  empty: { icon: LucideIcon; title: string; description: string; action?: ReactNode };
  /** Stands above the entries in the same card. */
  header?: ReactNode;
  /** Returns the `li` of an entry, with its key. */
  children: (item: Item) => ReactElement;
}

/** A list in a card that is loading, failed, empty or filled, and fetches its next page on demand. */
export function PagedList<Item>({ label, list, LoadError, empty, header, children }: PagedListProps<Item>) {
  const items = list.data?.pages.flatMap(({ result }) => result);
  if (list.error && !items)
    return <LoadError error={list.error} summary={`${label} could not be loaded`} onRetry={list.refetch} />;
  if (!items) return <ListSkeleton />;
  return (
    <>
      <Card>
        {header}
        {items.length === 0 ? (
          <EmptyState {...empty} />
        ) : (
          <ul
            aria-label={label}
            className={header ? 'divide-y divide-line border-line border-t' : 'divide-y divide-line'}
          >
            {items.map(children)}
          </ul>
        )}
      </Card>
      <ShowMore list={list} />
    </>
  );
}
