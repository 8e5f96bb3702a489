import { type ReactNode, use, useId, useMemo, useState } from 'react';
import type { Folder } from '#shared/contracts/folders.ts';
import { flattenFolders } from '#web/features/folders/folder-hierarchy.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { FieldErrorsContext } from '#web/ui/forms/field-errors.ts';
import { TextField } from '#web/ui/forms/text-field.tsx';

/** Maximum number of rows; the search narrows longer lists. */
const MAX_SHOWN = 200;
const INDENT_PX = 20;
const MAX_INDENT_DEPTH = 8;

interface FolderCheckboxesProps {
  folders: readonly Folder[];
  chosen: readonly number[];
  disabled: boolean;
  /** The number that can be chosen. */
  max?: number;
  onChange: (ids: number[]) => void;
}

/** Shows the folder from which somebody is invited, which may be far down. */
function scrollToChosen(list: HTMLElement | null): void {
  const chosen = list?.querySelector<HTMLElement>('label:has(:checked)');
  if (list && chosen) list.scrollTop = chosen.offsetTop - list.clientHeight / 3;
}

/** Selects any number of folders from a searchable tree. */
export function FolderCheckboxes(props: FolderCheckboxesProps): ReactNode {
  const { folders, chosen, disabled, max = Number.POSITIVE_INFINITY, onChange } = props;
  const isFull = chosen.length >= max;
  const { search, setSearch, query, entries, found } = useFolderSearch(folders);
  const errorId = useId();
  const error = use(FieldErrorsContext).getMessage('folderIds');
  const shown = found.slice(0, MAX_SHOWN);
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);

  return (
    <div className="flex flex-col gap-2">
      {entries.length > 8 && (
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
      )}
      <fieldset
        ref={scrollToChosen}
        disabled={disabled}
        aria-describedby={error === undefined ? undefined : errorId}
        className="relative max-h-48 min-w-0 overflow-y-auto rounded-md border border-line px-2 py-1"
      >
        <legend className="sr-only">Folders</legend>
        {shown.map(({ folder, depth }) => (
          <div
            key={folder.id}
            className="wrap-anywhere"
            style={{ paddingLeft: query ? 0 : Math.min(depth, MAX_INDENT_DEPTH) * INDENT_PX }}
          >
            <Checkbox
              label={folder.name}
              disabled={isFull && !chosen.includes(folder.id)}
              checked={disabled || chosen.includes(folder.id)}
              onChange={() => toggle(folder.id)}
            />
          </div>
        ))}
        {found.length === 0 && <p className="py-1 text-ink-muted">No folders found</p>}
        {found.length > shown.length && (
          <p className="py-1 text-ink-muted">{found.length - shown.length} more: search to find them.</p>
        )}
      </fieldset>
      {isFull && <p className="text-ink-muted text-xs">You cannot choose more than {max} folders.</p>}
      {error !== undefined && (
        <p id={errorId} className="text-danger-ink text-xs">
          {error}
        </p>
      )}
    </div>
  );
}

function useFolderSearch(folders: FolderCheckboxesProps['folders']) {
  const [search, setSearch] = useState('');
  const entries = useMemo(() => flattenFolders(folders), [folders]);
  const query = search.trim().toLowerCase();
  const found = query ? entries.filter(({ folder }) => folder.name.toLowerCase().includes(query)) : entries;
  return { search, setSearch, query, entries, found };
}
