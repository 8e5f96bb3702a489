import type { Folder } from '#shared/contracts/folders.ts';

/** Shows the names of the folders above one that a member of a group sees without them. */
export function AncestorNames({ folder: { ancestorNames } }: { folder: Folder }) {
  if (!ancestorNames) return null;
  const names = ancestorNames.join(' / ');
  return (
    <span title={names} className="block min-w-0 truncate text-ink-muted text-xs">
      in {names}
    </span>
  );
}
