import FolderIcon from 'lucide-react/icons/folder';
import FolderPlus from 'lucide-react/icons/folder-plus';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import List from 'lucide-react/icons/list';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import type { Folder } from '#shared/contracts/folders.ts';
import { countOf } from '#shared/domain/format.ts';
import { usePreferences, useUpdatePreferences } from '#web/features/accounts/preferences.ts';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import type { useFolders } from './api.ts';
import { FolderCards, GRID_STYLES } from './cards/folder-cards.tsx';
import { FolderDialogs } from './folder-dialogs.tsx';
import { type FolderAction, FolderMenu } from './folder-menu.tsx';
import { type SortedFolders, useSortedFolders } from './folder-order.ts';

const NO_FOLDERS: readonly Folder[] = [];

const ExportFolders = lazy(async () => ({
  default: (await import('./export/export-folders.tsx')).ExportFolders,
}));
const FolderTable = lazy(async () => ({ default: (await import('./folder-table.tsx')).FolderTable }));

interface FolderListProps {
  /** Query of the page, passed in so that the page can wait for the first folders. */
  query: ReturnType<typeof useFolders>;
  /** Shows one line when there are no folders, for a folder that has files. */
  hasFiles?: boolean;
  /** Opens the dialog for a new folder; absent where the user may not create one. */
  onNewFolder?: () => void;
}

/** Lists the subfolders with their count, as cards or rows according to the preference. */
export function FolderList({ query, hasFiles = false, onNewFolder }: FolderListProps) {
  const { data: folders, error, refetch } = query;
  const headingId = useId();
  const sorted = useSortedFolders(folders ?? NO_FOLDERS);
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <div className="flex min-h-control items-center justify-between gap-4">
        <h2 id={headingId} className="font-semibold text-base">
          Folders
          {folders && folders.length > 0 && (
            <span className="ml-2 font-normal text-ink-muted text-sm">
              {countOf(folders.length, 'folder')}
            </span>
          )}
        </h2>
        {folders?.length !== 0 && (
          <div className="flex items-center gap-2">
            {folders && (
              <Suspense>
                <ExportFolders {...{ folders, sorted }} />
              </Suspense>
            )}
            <ViewToggle />
          </div>
        )}
      </div>
      {folders ? (
        <Folders {...{ folders, sorted, hasFiles, onNewFolder }} />
      ) : error ? (
        <Notice
          tone="danger"
          action={
            <Button size="small" onClick={() => void refetch()}>
              Try Again
            </Button>
          }
        >
          {FETCH_ERRORS.folders}. {getErrorMessage(error)}
        </Notice>
      ) : (
        <div role="status" aria-label="Loading folders" className={GRID_STYLES}>
          {['a', 'b', 'c'].map((key) => (
            <Skeleton key={key} className="h-19.5" />
          ))}
        </div>
      )}
    </section>
  );
}

interface FoldersProps {
  folders: readonly Folder[];
  sorted: SortedFolders;
  hasFiles: boolean;
  onNewFolder: (() => void) | undefined;
}

function Folders({ folders, sorted, hasFiles, onNewFolder }: FoldersProps): ReactNode {
  const { defaultView } = usePreferences();
  const [chosen, setChosen] = useState<{ action: FolderAction; folder: Folder } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const renderActions = (folder: Folder) => (
    <FolderMenu
      folder={folder}
      onChoose={(action) => {
        setChosen({ action, folder });
        setOpen(true);
      }}
    />
  );
  return (
    <>
      {folders.length === 0 && hasFiles ? (
        <p className="text-ink-muted">No folders found</p>
      ) : folders.length === 0 ? (
        <Card>
          <EmptyState
            compact
            icon={FolderIcon}
            title="No folders found"
            // Visitors cannot create folders.
            description={
              onNewFolder && 'Create your first folder to start organizing your files in a structured way'
            }
            action={
              onNewFolder && (
                <Button icon={FolderPlus} onClick={onNewFolder}>
                  New Folder
                </Button>
              )
            }
          />
        </Card>
      ) : defaultView === 'grid' ? (
        <FolderCards {...{ folders, renderActions }} />
      ) : (
        <Card>
          <Suspense>
            <FolderTable folders={sorted} renderActions={renderActions} />
          </Suspense>
        </Card>
      )}
      <FolderDialogs request={chosen} open={isOpen} onOpenChange={setOpen} />
    </>
  );
}

const VIEWS = [
  { view: 'grid', icon: LayoutGrid, label: 'Show as grid' },
  { view: 'list', icon: List, label: 'Show as list' },
] as const;

/** Switches between cards and rows; stored as a preference. */
function ViewToggle() {
  const { defaultView } = usePreferences();
  const changePreferences = useUpdatePreferences();
  return (
    <fieldset className="flex gap-0.5">
      <legend className="sr-only">View</legend>
      {VIEWS.map(({ view, icon, label }) => (
        <IconButton
          key={view}
          icon={icon}
          label={label}
          size="small"
          aria-pressed={view === defaultView}
          className="aria-pressed:bg-hover aria-pressed:text-ink"
          onClick={() => view !== defaultView && changePreferences.mutate({ defaultView: view })}
        />
      ))}
    </fieldset>
  );
}
