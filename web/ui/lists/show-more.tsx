import { Button } from '../buttons/button.tsx';

interface ShowMoreProps {
  /** The infinite query of the list. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

/** A button below a list that fetches the next page, if there is one. */
export function ShowMore({ list }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button className="self-center" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      Show More
    </Button>
  );
}
