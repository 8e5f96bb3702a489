import { lazy, type ReactNode, Suspense } from 'react';
import { countOf } from '#shared/domain/format.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import type { FileSelection } from './file-selection.ts';
import { SelectToggle } from './select-toggle.tsx';

const ListOptions = lazy(async () => ({ default: (await import('./list-options.tsx')).ListOptions }));

interface FileListHeaderProps {
  id: string;
  title: string;
  /** Number of files in the list. */
  count: number;
  selection: FileSelection;
  /** Further buttons. */
  children?: ReactNode;
}

/** The heading of a file list with its count, selection mode and, for users, the options of lists. */
export function FileListHeader({ id, title, count, selection, children }: FileListHeaderProps) {
  const actor = useActor();
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
        {/* As wide as the button that loads, so that nothing moves. */}
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
