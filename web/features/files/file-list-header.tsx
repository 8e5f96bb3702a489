import { lazy, type ReactNode, Suspense } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { countOf } from '#shared/domain/format.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import type { FileSelection } from './file-selection.ts';
import { SelectToggle } from './select-toggle.tsx';

const ListOptions = lazy(async () => ({ default: (await import('./list-options.tsx')).ListOptions }));

const ExportFiles = lazy(async () => ({
  default: (await import('./order/export-files.tsx')).ExportFiles,
}));

interface FileListHeaderProps {
  id: string;
  title: string;
  /** The files in the order of the list. */
  files: readonly File[];
  /** The name of an exported list, without its ending. */
  exportName: string;
  selection: FileSelection;
  /** Further buttons. */
  children?: ReactNode;
}

/** The heading of a file list with its count, selection mode and, for users, the options of lists. */
export function FileListHeader(props: FileListHeaderProps) {
  const { id, title, files, exportName, selection, children } = props;
  const actor = useActor();
  const count = files.length;
  return (
    <div className="flex min-h-control flex-wrap items-center justify-between gap-x-4">
      <h2 id={id} className="whitespace-nowrap font-semibold text-base">
        {title}
        {count > 0 && (
          <span className="ml-2 font-normal text-ink-muted text-sm">{countOf(count, 'file')}</span>
        )}
      </h2>
      <div className="ml-auto flex flex-wrap justify-end gap-1">
        {children}
        {count > 0 && <SelectToggle selection={selection} />}
        {/* As wide as the buttons that load, so that nothing moves. */}
        {count > 0 && (
          <span className="min-w-control">
            <Suspense>
              <ExportFiles name={exportName} rows={files} />
            </Suspense>
          </span>
        )}
        {count > 0 && actor.kind === 'user' && (
          <span className="hidden min-w-control md:pointer-fine:block">
            <Suspense>
              <ListOptions />
            </Suspense>
          </span>
        )}
      </div>
    </div>
  );
}
