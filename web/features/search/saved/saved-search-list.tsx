import Trash2 from 'lucide-react/icons/trash-2';
import { Link } from 'wouter';
import type { SavedSearch } from '#shared/contracts/search/saved-searches.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { KIND_LABELS } from '../page/filter-labels.ts';
import { buildSearchPagePath } from '../page/search-page-url.ts';
import { useDeleteSavedSearch, useSavedSearches, useUpdateSavedSearch } from './saved-searches-api.ts';

/** Lists the saved searches with the new documents that they found; nothing while there are none. */
export function SavedSearchList() {
  const { data, error, refetch } = useSavedSearches();
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="saved-searches" className="flex flex-col gap-2">
      <h2 id="saved-searches" className="font-medium">
        Saved searches
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {data.map((search) => (
          <SavedSearchItem key={search.id} search={search} />
        ))}
      </ul>
    </section>
  );
}

function SavedSearchItem({ search }: { search: SavedSearch }) {
  const { id, query, method, folder, kind, owner, alerts, newCount } = search;
  const update = useUpdateSavedSearch(id);
  const remove = useDeleteSavedSearch();
  const filters = describeFilters(search);
  return (
    <li className="flex flex-col gap-2 px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <div className="min-w-48 flex-1">
          <Link
            href={buildSearchPagePath({ query, method, folderId: folder?.id, kind, owner })}
            className="font-medium wrap-anywhere hover:underline"
          >
            {query}
          </Link>{' '}
          {newCount > 0 && <Badge tone="accent">{newCount} new</Badge>}
          {filters !== '' && <p className="text-ink-muted text-xs wrap-anywhere">{filters}</p>}
        </div>
        <div className="flex items-center gap-2">
          <span aria-hidden className="text-ink-muted">
            Alerts
          </span>
          <Switch
            label={`Alerts for ${query}`}
            hideLabel
            checked={alerts}
            busy={update.isPending}
            onChange={({ target }) => update.mutate({ alerts: target.checked })}
          />
          <IconButton
            icon={Trash2}
            label={`Delete ${query}`}
            size="small"
            busy={remove.isPending}
            onClick={() => remove.mutate(id)}
          />
        </div>
      </div>
      {newCount > 0 && <NewDocuments search={search} onSeen={() => update.mutate({ seen: true })} />}
    </li>
  );
}

function NewDocuments({ search, onSeen }: { search: SavedSearch; onSeen: () => void }) {
  const { query, newCount, newDocuments } = search;
  const rest = newCount - newDocuments.length;
  return (
    <div className="flex flex-col items-start gap-1.5">
      <ul className="flex flex-col gap-1">
        {newDocuments.map(({ fileId, fileName }) => (
          <li key={fileId} className="flex items-center gap-2">
            <FileIcon name={fileName} size={16} />
            <Link href={`/file/${fileId}`} className="wrap-anywhere hover:underline">
              {fileName}
            </Link>
          </li>
        ))}
        {rest > 0 && <li className="text-ink-muted">and {rest} more</li>}
      </ul>
      <Button size="small" onClick={onSeen}>
        Mark as Seen<span className="sr-only">: {query}</span>
      </Button>
    </div>
  );
}

function describeFilters({ folder, kind, owner }: SavedSearch): string {
  const place = folder && (folder.name === null ? 'A folder that you cannot see' : `In ${folder.name}`);
  const owners = { me: 'Owned by me', others: 'Owned by others' };
  return [place, kind && KIND_LABELS[kind], owner && owners[owner]].filter(Boolean).join(' · ');
}
