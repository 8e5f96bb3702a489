import UserPlus from 'lucide-react/icons/user-plus';
import { lazy, Suspense, useState } from 'react';
import { roomPolicy } from '#shared/policies/system.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';
import { useStoredPreferences } from '#web/features/accounts/preferences.ts';
import { VisitorBanner } from '#web/features/accounts/visitor-banner.tsx';
import { AddActions, AddButtons, type Adding } from './add-content.tsx';
import { useRecentFiles } from '#web/features/files/api.ts';
import { RecentFiles } from '#web/features/files/recent-files.tsx';
import { useFolders } from '#web/features/folders/api.ts';
import { FolderGrid } from '#web/features/folders/folder-list.tsx';
import { SearchBar } from '#web/features/search/search-bar.tsx';
import { type Selected, SelectedPreview } from '#web/features/search/selected-preview.tsx';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';

const InviteDialog = lazy(async () => ({
  default: (await import('#web/features/invitations/invite-dialog.tsx')).InviteDialog,
}));

const Tour = lazy(async () => ({ default: (await import('#web/features/onboarding/tour.tsx')).Tour }));

const UPLOAD_LABEL = 'Upload Files';

export function HomePage() {
  usePageTitle('Home');
  const mayAdd = roomPolicy.addToRoot(useActor());
  const folders = useFolders(null);
  const recent = useRecentFiles();
  const isNewcomer = useStoredPreferences()?.tourSeen === false;
  const [selected, setSelected] = useState<Selected | null>(null);
  const [adding, setAdding] = useState<Adding>(null);

  if (folders.isPending || recent.isPending)
    return <LoadingScreen isPreferred message="Loading your files and folders" />;
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
      <div className="flex min-w-0 flex-1 flex-col gap-6 pb-40 md:pb-0">
        <VisitorBanner />
        <PageHeader
          title="Home"
          subtitle="Manage your files and folders"
          actions={mayAdd && <HomeActions onAdd={setAdding} />}
        />
        <SearchBar onSelect={setSelected} />
        <FolderGrid list={folders} {...(mayAdd && { onNewFolder: () => setAdding('folder') })} />
        <RecentFiles
          selectedId={selected?.fileId ?? null}
          onSelect={(fileId) => setSelected(fileId === null ? null : { fileId })}
          emptyAction={mayAdd && <Button onClick={() => setAdding('files')}>{UPLOAD_LABEL}</Button>}
        />
      </div>
      <SelectedPreview selected={selected} onClose={() => setSelected(null)} />
      {mayAdd && (
        <AddActions
          folderId={null}
          folderName="Home"
          uploadLabel={UPLOAD_LABEL}
          mayOrganize
          adding={adding}
          onAdd={setAdding}
        />
      )}
      <Suspense>{isNewcomer && <Tour />}</Suspense>
    </div>
  );
}

/** Adding things, and inviting people to them. */
function HomeActions({ onAdd }: { onAdd: (adding: Adding) => void }) {
  const [isInviting, setInviting] = useState(false);
  return (
    <>
      <Button data-tour="invite" icon={UserPlus} onClick={() => setInviting(true)}>
        Invite
      </Button>
      <AddButtons uploadLabel={UPLOAD_LABEL} mayOrganize onAdd={onAdd} />
      <Suspense>{isInviting && <InviteDialog onClose={() => setInviting(false)} />}</Suspense>
    </>
  );
}
