import UserPlus from 'lucide-react/icons/user-plus';
import { lazy, Suspense, useState } from 'react';
import { roomPolicy } from '#shared/policies/room.ts';
import { useActor } from '#web/features/auth/actor.ts';
import { LoadingScreen } from '#web/features/auth/loading-screen.tsx';
import { VisitorBanner } from '#web/features/auth/visitor-banner.tsx';
import { AddActions, AddButtons, type Adding } from '#web/features/files/add-actions.tsx';
import { useRecentFiles } from '#web/features/files/api.ts';
import { RecentFiles } from '#web/features/files/recent-files.tsx';
import { useFolders } from '#web/features/folders/api.ts';
import { FolderGrid } from '#web/features/folders/folder-grid.tsx';
import { SearchBar } from '#web/features/search/search-bar.tsx';
import type { SearchSelection } from '#web/features/search/selection.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

const PreviewPanel = lazy(async () => ({
  default: (await import('#web/features/files/preview-panel.tsx')).PreviewPanel,
}));
const SearchResultBox = lazy(async () => ({
  default: (await import('#web/features/search/search-result-box.tsx')).SearchResultBox,
}));

const InviteDialog = lazy(async () => ({
  default: (await import('#web/features/invitations/invite-dialog.tsx')).InviteDialog,
}));

const UPLOAD_LABEL = 'Upload Files';

export function HomePage() {
  usePageTitle('Home');
  const mayAdd = roomPolicy.addToRoot(useActor());
  const folders = useFolders(null);
  const recent = useRecentFiles();
  const [selected, setSelected] = useState<{ fileId: number } | SearchSelection | null>(null);
  const [adding, setAdding] = useState<Adding>(null);

  if (folders.isPending || recent.isPending)
    return <LoadingScreen message="Loading your files and folders" />;
  if (!folders.data || !recent.data) {
    return (
      <ErrorState
        title="Error loading data"
        message="Please try refreshing the page"
        action={<Button onClick={() => location.reload()}>Refresh</Button>}
      />
    );
  }
  return (
    <div className="mx-auto flex max-w-7xl gap-6">
      <div className="flex min-w-0 flex-1 flex-col gap-6 pb-28 md:pb-0">
        <VisitorBanner />
        <PageHeader
          title="Home"
          subtitle="Manage your files and folders"
          actions={mayAdd && <HomeActions onAdd={setAdding} />}
        />
        <SearchBar onSelect={setSelected} />
        <FolderGrid parentId={null} {...(mayAdd && { onNewFolder: () => setAdding('folder') })} />
        <RecentFiles
          selectedId={selected?.fileId ?? null}
          onSelect={(fileId) => setSelected(fileId === null ? null : { fileId })}
          emptyAction={mayAdd && <Button onClick={() => setAdding('files')}>{UPLOAD_LABEL}</Button>}
        />
      </div>
      <Suspense>
        {selected && (
          <PreviewPanel
            fileId={selected.fileId}
            {...('result' in selected && {
              passage: selected,
              searchResult: <SearchResultBox selection={selected} />,
            })}
            onClose={() => setSelected(null)}
          />
        )}
      </Suspense>
      {mayAdd && (
        <AddActions
          folderId={null}
          folderName="Home"
          uploadLabel={UPLOAD_LABEL}
          adding={adding}
          onAdd={setAdding}
        />
      )}
    </div>
  );
}

/** Adding things, and inviting people to them. */
function HomeActions({ onAdd }: { onAdd: (adding: Adding) => void }) {
  const [isInviting, setInviting] = useState(false);
  return (
    <>
      <Button icon={UserPlus} onClick={() => setInviting(true)}>
        Invite
      </Button>
      <AddButtons uploadLabel={UPLOAD_LABEL} onAdd={onAdd} />
      <Suspense>{isInviting && <InviteDialog onClose={() => setInviting(false)} />}</Suspense>
    </>
  );
}
