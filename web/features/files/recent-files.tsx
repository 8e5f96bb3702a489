import { type ReactNode, useId, useState } from 'react';
import { usePreferences } from '#web/features/accounts/preferences.ts';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useFiles, useRecentFiles } from './api.ts';
import type { LinkFilesDialog } from './bulk-actions-bar.tsx';
import { FileListHeader } from './file-list-header.tsx';
import { useFileSelection } from './file-selection.ts';
import { FileTable } from './file-table.tsx';
import { useSortedFiles } from './order/sorted-files.ts';

interface RecentFilesProps {
  selectedId: number | null;
  onSelect: (id: number | null) => void;
  LinkDialog: LinkFilesDialog;
  emptyAction?: ReactNode;
}

/** Lists the newest files, as many as the preference says, and all files on demand. */
export function RecentFiles({ selectedId, onSelect, LinkDialog, emptyAction }: RecentFilesProps) {
  const { recentFilesCount } = usePreferences();
  const [showsAll, setWhole] = useState(false);
  const recent = useRecentFiles({ pollIndexing: !showsAll });
  const all = useFiles(undefined, { pollIndexing: showsAll, enabled: showsAll });
  const selection = useFileSelection();
  const headingId = useId();

  const newest = recent.data ?? [];
  // Keeps showing the recent files until all files have loaded.
  const files = useSortedFiles((showsAll && all.data) || newest.slice(0, recentFilesCount));
  const label = showsAll ? 'All Files' : 'Recent Files';
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <FileListHeader
        id={headingId}
        title={label}
        files={files.rows}
        exportName={showsAll ? 'all files' : 'recent files'}
        selection={selection}
      >
        {newest.length > recentFilesCount && (
          <Button variant="ghost" busy={showsAll && all.isLoading} onClick={() => setWhole(!showsAll)}>
            {showsAll ? 'Show Recent Files' : 'Show All Files'}
          </Button>
        )}
      </FileListHeader>
      {showsAll && all.error && !all.data && (
        <LoadError error={all.error} summary={FETCH_ERRORS.files} onRetry={all.refetch} />
      )}
      <Card>
        <FileTable {...{ label, files, selectedId, onSelect, selection, LinkDialog, emptyAction }} />
      </Card>
    </section>
  );
}
