import type { LucideIcon } from 'lucide-react';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import type { File } from '#shared/contracts/files.ts';
import { usePreferences } from '#web/features/accounts/preferences.ts';
import { useFiles } from '#web/features/files/api.ts';
import { getInitialSortOrder, sortFiles } from '#web/features/files/sort-files.ts';
import { type Command, useCommands } from '#web/lib/commands/commands.ts';
import { buttonStyles } from '#web/ui/buttons/button-styles.ts';

/** Returns the files before and after this one in its folder, in the order of the list, and its place among them. */
export function useNeighbors(file: File) {
  const { data: files } = useFiles(file.folderId);
  const { fileSortOrder } = usePreferences();
  const order = getInitialSortOrder(files ?? [], fileSortOrder);
  const sorted = useMemo(() => sortFiles(files ?? [], order), [files, order]);
  const index = sorted.findIndex(({ id }) => id === file.id);
  const previous = index > 0 ? sorted[index - 1] : undefined;
  const next = index >= 0 ? sorted[index + 1] : undefined;
  return { previous, next, index, count: sorted.length };
}

/** Links to the neighbors of a file; the keys are `[` and `]`. */
export function NeighborLinks({ file }: { file: File }) {
  const [, navigate] = useLocation();
  const { previous, next, index, count } = useNeighbors(file);
  const command = (label: string, key: string, target: File | undefined): Command[] =>
    target ? [{ label, key, run: () => navigate(`/file/${target.id}`, { replace: true }) }] : [];
  useCommands([...command('Previous file', '[', previous), ...command('Next file', ']', next)]);
  if (!previous && !next) return null;
  return (
    <nav aria-label="Files of this folder" className="hidden items-center lg:flex">
      <NeighborLink label="Previous file" icon={ChevronLeft} file={previous} />
      <span className="whitespace-nowrap text-ink-muted text-xs tabular-nums">
        {index + 1} of {count}
      </span>
      <NeighborLink label="Next file" icon={ChevronRight} file={next} />
    </nav>
  );
}

interface NeighborLinkProps {
  label: string;
  icon: LucideIcon;
  file: File | undefined;
}

/** Replaces the entry in the browser's history, so that Back leads to the list. */
function NeighborLink({ label, icon: Icon, file }: NeighborLinkProps) {
  const className = buttonStyles('ghost', 'size-control');
  if (!file) {
    return (
      <span aria-hidden="true" className={`${className} opacity-40`}>
        <Icon size={16} />
      </span>
    );
  }
  return (
    <Link
      href={`/file/${file.id}`}
      replace
      aria-label={label}
      data-tooltip={`${label}: ${file.name}`}
      className={className}
    >
      <Icon size={16} />
    </Link>
  );
}
