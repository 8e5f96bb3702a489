import FolderIcon from 'lucide-react/icons/folder';
import House from 'lucide-react/icons/house';
import { useId, useMemo, useState } from 'react';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useFolderTree } from './api.ts';
import { type FolderEntry, flattenFolders, getAncestorNames } from './folder-hierarchy.ts';

/** Maximum number of rows; the search narrows longer lists. */
const MAX_SHOWN = 200;
const INDENT_PX = 20;
/** Depth beyond which rows are not indented further, to leave room for the names. */
const MAX_INDENT_DEPTH = 8;
const ROOT_LABEL = 'Home (no folder)';

interface FolderPickerProps {
  value: number | null;
  onChange: (folderId: number | null) => void;
  /** Folders that cannot be chosen, nor their descendants. */
  excluded?: readonly number[];
  /** Label of the choice of no folder; `null` leaves it out. */
  rootLabel?: string | null;
  /** The accessible name of the choices. */
  label?: string;
}

/** Selects the root or a folder from a searchable tree. */
export function FolderPicker({
  value,
  onChange,
  excluded,
  rootLabel = ROOT_LABEL,
  label = 'Destination',
}: FolderPickerProps) {
  const { data: nodes, error, refetch } = useFolderTree();
  const [search, setSearch] = useState('');
  const name = useId();
  const entries = useMemo(() => (nodes ? flattenFolders(nodes, excluded) : []), [nodes, excluded]);
  const query = search.trim().toLowerCase();
  const found = query ? entries.filter(({ folder }) => folder.name.toLowerCase().includes(query)) : entries;
  const shown = found.slice(0, MAX_SHOWN);

  return (
    <div className="flex flex-col gap-2">
      <TextField
        label="Search folders"
        hideLabel
        type="search"
        placeholder="Search folders"
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <fieldset className="h-64 min-w-0 overflow-y-auto rounded-md border border-line p-1">
        <legend className="sr-only">{label}</legend>
        {!query && rootLabel !== null && (
          <FolderOption {...{ name, value: null, chosen: value, onChange }} label={rootLabel} />
        )}
        {shown.map((entry) => (
          <FolderOption
            key={entry.folder.id}
            {...{ name, value: entry.folder.id, chosen: value, onChange }}
            label={entry.folder.name}
            {...(query ? { path: formatPath(entry) } : { depth: entry.depth })}
          />
        ))}
        {!nodes && !error && <Skeleton className="m-1 h-control-small" />}
        {error && (
          <p className="flex items-center justify-between gap-2 px-2 text-danger-ink">
            {FETCH_ERRORS.folderTree}
            <Button size="small" onClick={() => void refetch()}>
              Try Again
            </Button>
          </p>
        )}
        {query && nodes && found.length === 0 && <p className="px-2 py-1 text-ink-muted">No folders found</p>}
        {found.length > shown.length && (
          <p className="px-2 py-1 text-ink-muted">{found.length - shown.length} more: search to find them.</p>
        )}
      </fieldset>
    </div>
  );
}

interface FolderOptionProps {
  name: string;
  value: number | null;
  chosen: number | null;
  onChange: (value: number | null) => void;
  label: string;
  path?: string;
  depth?: number;
}

function FolderOption({ name, value, chosen, onChange, label, path, depth = 0 }: FolderOptionProps) {
  const Icon = value === null ? House : FolderIcon;
  return (
    <label
      title={path ? `${path} / ${label}` : label}
      style={{ paddingLeft: 8 + Math.min(depth, MAX_INDENT_DEPTH) * INDENT_PX }}
      className="relative flex min-h-control-small cursor-pointer items-center gap-2 rounded-sm pr-2 hover:bg-hover has-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-[-2px]"
    >
      <input
        type="radio"
        name={name}
        checked={value === chosen}
        onChange={() => onChange(value)}
        className="sr-only"
      />
      <Icon size={16} className="shrink-0 text-ink-muted" />
      <span dir="auto" className="truncate">
        {label}
      </span>
      {path && <span className="min-w-0 flex-1 truncate text-ink-muted text-xs">{path}</span>}
    </label>
  );
}

const formatPath = (entry: FolderEntry): string => ['Home', ...getAncestorNames(entry)].join(' / ');
