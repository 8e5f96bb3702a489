import { Button } from '../buttons/button.tsx';

interface ShowMoreProps {
  /** The infinite query of the list. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
}

/** A button below a list that fetches the next page, if there is one, and says when that failed. */
export function ShowMore({ list }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className="flex flex-col items-center gap-1 self-center">
      {list.isFetchNextPageError && !list.isFetchingNextPage && (
        <p role="alert" className="text-danger-ink text-sm">
          More could not be loaded. Try again.
        </p>
      )}
      <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        Show More
      </Button>
    </div>
  );
}
