import FolderIcon from 'lucide-react/icons/folder';
import FolderPlus from 'lucide-react/icons/folder-plus';
import { lazy, type ReactNode, type RefCallback, Suspense, useCallback, useId, useState } from 'react';
import type { Folder } from '#shared/contracts/folders.ts';
import { usePreferences } from '#web/features/accounts/preferences.ts';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import type { useFolders } from './api.ts';
import { FolderCard } from './folder-card.tsx';
import { FolderDialogs } from './folder-dialogs.tsx';
import { type FolderAction, FolderMenu } from './folder-menu.tsx';

import { ViewToggle } from './view-toggle.tsx';

/** Number of cards added at a time; rendering a thousand cards with menus takes seconds. */
const BATCH_SIZE = 100;

/** Counts how many items to render; grows when the element with the ref `end` comes near the viewport. */
function useIncrementalCount(total: number): { count: number; end: RefCallback<Element> } {
  const [limit, setLimit] = useState(BATCH_SIZE);
  const end = useCallback((element: Element | null) => {
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setLimit((old) => old + BATCH_SIZE),
      { rootMargin: '100%' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { count: Math.min(limit, total), end };
}

const FolderTable = lazy(async () => ({ default: (await import('./folder-table.tsx')).FolderTable }));

const GRID_STYLES = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-2';

interface FolderListProps {
  /** Query of the page, passed in so that the page can wait for the first folders. */
  query: ReturnType<typeof useFolders>;
  /** Opens the dialog for a new folder; absent where the user may not create one. */
  onNewFolder?: () => void;
}

/** Lists the subfolders with their count, as cards or rows according to the preference. */
export function FolderList({ query: { data: folders, error, refetch }, onNewFolder }: FolderListProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <div className="flex min-h-control items-center justify-between gap-4">
        <h2 id={headingId} className="font-semibold text-base">
          Folders
          {folders && (
            <span className="ml-2 font-normal text-ink-muted text-sm">{formatFolderCount(folders)}</span>
          )}
        </h2>
        <ViewToggle />
      </div>
      {folders ? (
        <Folders {...{ folders, onNewFolder }} />
      ) : error ? (
        <Notice
          tone="danger"
          action={
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {FETCH_ERRORS.folders}. {getErrorMessage(error)}
        </Notice>
      ) : (
        <div role="status" aria-label="Loading folders" className={GRID_STYLES}>
          {['a', 'b', 'c'].map((key) => (
            <Skeleton key={key} className="h-15.5" />
          ))}
        </div>
      )}
    </section>
  );
}

interface FoldersProps {
  folders: readonly Folder[];
  onNewFolder: (() => void) | undefined;
}

function Folders({ folders, onNewFolder }: FoldersProps): ReactNode {
  const { defaultView } = usePreferences();
  const { count, end } = useIncrementalCount(folders.length);
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
      {folders.length === 0 ? (
        <Card>
          <EmptyState
            compact
            icon={FolderIcon}
            title="No folders found"
            description="Create your first folder to start organizing your files in a structured way"
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
        <ul className={GRID_STYLES}>
          {folders.slice(0, count).map((folder) => (
            <FolderCard key={folder.id} folder={folder} actions={renderActions(folder)} />
          ))}
          {/* The key changes with the count, so that the observer checks the element again. */}
          {count < folders.length && <li key={count} ref={end} aria-hidden="true" />}
        </ul>
      ) : (
        <Card>
          <Suspense>
            <FolderTable folders={folders} renderActions={renderActions} />
          </Suspense>
        </Card>
      )}
      <FolderDialogs request={chosen} open={isOpen} onOpenChange={setOpen} />
    </>
  );
}

function formatFolderCount(folders: readonly Folder[]): string {
  return folders.length === 1 ? '1 folder' : `${folders.length} folders`;
}
