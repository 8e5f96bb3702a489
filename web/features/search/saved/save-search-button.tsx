import Bookmark from 'lucide-react/icons/bookmark';
import BookmarkCheck from 'lucide-react/icons/bookmark-check';
import type { SavedSearch } from '#shared/contracts/search/saved-searches.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import type { SearchPageState } from '../page/search-page-url.ts';
import { useDeleteSavedSearch, useSavedSearches, useSaveSearch } from './saved-searches-api.ts';

/** Saves the page's question with its filters, except times of upload, or deletes it again; nothing until it is known which. */
export function SaveSearchButton({ state }: { state: SearchPageState }) {
  const { data } = useSavedSearches();
  const save = useSaveSearch();
  const remove = useDeleteSavedSearch();
  if (!data) return null;
  const saved = data.find((search) => isSame(search, state));
  return (
    <Button
      icon={saved ? BookmarkCheck : Bookmark}
      aria-pressed={saved !== undefined}
      data-tooltip={
        saved ? 'Delete the saved search' : 'Get alerts about new documents; time filters are not saved'
      }
      busy={save.isPending || remove.isPending}
      onClick={() => (saved ? remove.mutate(saved.id) : save.mutate(state))}
    >
      {saved ? 'Saved' : 'Save Search'}
    </Button>
  );
}

const isSame = (search: SavedSearch, { query, method, folderId, kind, owner }: SearchPageState): boolean =>
  search.query === query &&
  search.method === method &&
  search.folder?.id === folderId &&
  search.kind === kind &&
  search.owner === owner;
