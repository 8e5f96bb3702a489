import type { Change } from '#shared/contracts/changes/changes.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import type { ChangeRow } from './queries.ts';

/** Presents a change with the values that the actor may know; `folders` are the names of those they may see. */
export function presentChange(row: ChangeRow, folders: ReadonlyMap<number, string>): Change {
  const { position, entry_kind, entry_id, name, folder_id, changed_at } = row;
  const isVisible = folder_id !== null && folders.has(folder_id);
  return {
    position,
    kind: kindOf(row),
    entry: { kind: entry_kind, id: entry_id, name, folderId: isVisible ? folder_id : null },
    ...valuesOf(row, folders),
    changedAt: isoInstant(changed_at),
  };
}

/** Readers learn of a withdrawal only that another version is current. */
function kindOf({ kind, sees_all }: ChangeRow): Change['kind'] {
  if (kind === 'published') return 'new';
  return kind === 'withdrawn' && sees_all === 0 ? 'replaced' : kind;
}

function valuesOf(row: ChangeRow, folders: ReadonlyMap<number, string>): Pick<Change, 'from' | 'to'> {
  const {
    kind,
    from_value,
    to_value,
    name,
    is_staff,
    sees_all,
    sees_before,
    current_version,
    version_before,
  } = row;
  switch (kind) {
    case 'replaced':
    case 'withdrawn':
      if (sees_all === 1) return { from: from_value, to: to_value };
      return { from: sees_before === 1 ? version_before : null, to: String(current_version) };
    case 'renamed':
      // A reader may have got access after the change, when the entry had its new name.
      return is_staff === 1 ? { from: from_value, to: to_value } : { from: null, to: name };
    case 'moved':
      return { from: folders.get(Number(from_value)) ?? null, to: folders.get(Number(to_value)) ?? null };
    case 'new':
    case 'published':
    case 'access':
      return { from: null, to: null };
  }
}
