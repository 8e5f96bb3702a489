import { type ReactNode, useId, useState } from 'react';
import { usePreferences } from '#web/features/accounts/preferences.ts';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useFiles, useRecentFiles } from './api.ts';
import { useFileSelection } from './file-selection.ts';
import { FileTable } from './file-table.tsx';
import { SelectToggle } from './select-toggle.tsx';

interface RecentFilesProps {
  selectedId: number | null;
  onSelect: (id: number | null) => void;
  emptyAction?: ReactNode;
}

/** Lists the newest files, as many as the preference says, and all files on demand. */
export function RecentFiles({ selectedId, onSelect, emptyAction }: RecentFilesProps) {
  const { recentFilesCount } = usePreferences();
  const [showsAll, setWhole] = useState(false);
  const recent = useRecentFiles({ pollIndexing: !showsAll });
  const all = useFiles(undefined, { pollIndexing: showsAll, enabled: showsAll });
  const selection = useFileSelection();
  const headingId = useId();

  const newest = recent.data ?? [];
  const label = showsAll ? 'All Files' : 'Recent Files';
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <div className="flex min-h-control items-center justify-between gap-4">
        <h2 id={headingId} className="font-semibold text-base">
          {label}
        </h2>
        <div className="flex flex-wrap justify-end gap-2">
          {newest.length > recentFilesCount && (
            <Button variant="ghost" busy={showsAll && all.isLoading} onClick={() => setWhole(!showsAll)}>
              {showsAll ? 'Show recent files' : 'Show all files'}
            </Button>
          )}
          {newest.length > 0 && <SelectToggle selection={selection} />}
        </div>
      </div>
      {showsAll && all.error && !all.data && (
        <LoadError error={all.error} summary={FETCH_ERRORS.files} onRetry={all.refetch} />
      )}
      <Card>
        {/* Keeps showing the recent files until all files have loaded. */}
        <FileTable
          {...{ label, selectedId, onSelect, selection, emptyAction }}
          files={(showsAll && all.data) || newest.slice(0, recentFilesCount)}
        />
      </Card>
    </section>
  );
}
