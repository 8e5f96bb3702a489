import { clsx } from 'clsx';
import { formatAncestorNames } from './folder-hierarchy.ts';

interface AncestorNamesProps {
  /** From the room down. */
  names: readonly string[] | undefined;
  className?: string;
}

/** Shows the names of the folders above a folder or file that a member of a group sees without them. */
export function AncestorNames({ names, className }: AncestorNamesProps) {
  if (!names) return null;
  const path = formatAncestorNames(names);
  return (
    <span title={path} className={clsx('min-w-0 truncate text-ink-muted text-xs', className ?? 'block')}>
      in {path}
    </span>
  );
}
