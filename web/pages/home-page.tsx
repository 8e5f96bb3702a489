import UserPlus from 'lucide-react/icons/user-plus';
import { lazy, Suspense, useState } from 'react';
import { systemPolicy } from '#shared/policies/system.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';
import { useStoredPreferences } from '#web/features/accounts/preferences.ts';
import { VisitorBanner } from '#web/features/accounts/visitor-banner.tsx';
import { useVisitorSession } from '#web/features/accounts/visitor-session.ts';
import { ChangesSummary } from '#web/features/changes/changes-summary.tsx';
import { useRecentFiles } from '#web/features/files/api.ts';
import { RecentFiles } from '#web/features/files/recent-files.tsx';
import { useFolders } from '#web/features/folders/api.ts';
import { FolderList } from '#web/features/folders/folder-list.tsx';
import { useShownMemberParts } from '#web/features/rooms/inbox/task-queries.ts';
import { SearchBar } from '#web/features/search/search-bar.tsx';
import { type SelectedFile, SelectedPreview } from '#web/features/search/selected-preview.tsx';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkFilesDialog } from './files/lazy-link-files.ts';
import { AddContentButtons, AddContentDialogs, type ContentDialog } from './folder/add-content.tsx';

const InviteDialog = lazy(async () => ({
  default: (await import('#web/features/invitations/invite-dialog.tsx')).InviteDialog,
}));

const VisitorLanding = lazy(async () => ({
  default: (await import('#web/features/visitors/visitor-landing.tsx')).VisitorLanding,
}));

const MemberRooms = lazy(async () => ({
  default: (await import('#web/features/rooms/groups/member-rooms.tsx')).MemberRooms,
}));

const MemberTasks = lazy(async () => ({
  default: (await import('#web/features/rooms/inbox/member-tasks.tsx')).MemberTasks,
}));

const Tour = lazy(async () => ({ default: (await import('#web/features/onboarding/tour.tsx')).Tour }));

const RegistrationQuestion = lazy(async () => ({
  default: (await import('#web/features/settings/registration-question.tsx')).RegistrationQuestion,
}));

const UPLOAD_LABEL = 'Upload Files';

export function HomePage() {
  usePageTitle('Home');
  const actor = useActor();
  const isVisitor = actor.kind === 'visitor';
  const canAdd = systemPolicy.addToRoot(actor);
  const mayAnswer = systemPolicy.manageSettings(actor);
  const folders = useFolders(null);
  const recent = useRecentFiles();
  const isTourPending = useStoredPreferences()?.tourSeen === false;
  const [selected, setSelected] = useState<SelectedFile | null>(null);
  const [openDialog, setAdding] = useState<ContentDialog>(null);
  const visit = useVisitorSession();
  const shown = useShownMemberParts();

  // A link that hands over an archive gives nothing else.
  if (visit?.archive) return <ArchiveLanding />;

  if (folders.isPending || recent.isPending)
    return <LoadingScreen usesPreferredAnimation message="Loading your files and folders" />;
  if (!folders.data || !recent.data) return <HomeError />;
  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-6">
      <VisitorBanner />
      <Suspense>{isVisitor && <VisitorLanding folderId={null} />}</Suspense>
      <PageHeader
        title="Home"
        {...(canAdd && { subtitle: 'Manage your files and folders' })}
        actions={canAdd && <HomeActions onAdd={setAdding} />}
      />
      <SearchBar onSelect={setSelected} />
      <Suspense>{shown.rooms && <MemberRooms />}</Suspense>
      <Suspense>{shown.tasks && <MemberTasks />}</Suspense>
      <ChangesSummary />
      {/* What is shared with a visitor can be files alone. */}
      {!(isVisitor && folders.data.length === 0 && recent.data.length > 0) && (
        <FolderList query={folders} {...(canAdd && { onNewFolder: () => setAdding('folder') })} />
      )}
      <RecentFiles
        selectedId={selected?.fileId ?? null}
        onSelect={(fileId) => setSelected(fileId === null ? null : { fileId })}
        LinkDialog={LinkFilesDialog}
        emptyAction={canAdd && <Button onClick={() => setAdding('files')}>{UPLOAD_LABEL}</Button>}
      />
      <SelectedPreview selected={selected} onClose={() => setSelected(null)} />
      {canAdd && (
        <AddContentDialogs
          folderId={null}
          folderName="Home"
          uploadLabel={UPLOAD_LABEL}
          canOrganize
          openDialog={openDialog}
          onOpenDialog={setAdding}
        />
      )}
      <Suspense>{isTourPending && <Tour />}</Suspense>
      <Suspense>{mayAnswer && !isTourPending && <RegistrationQuestion />}</Suspense>
    </div>
  );
}

/** Buttons for adding content and inviting people. */
function HomeActions({ onAdd }: { onAdd: (adding: ContentDialog) => void }) {
  const [isInviting, setInviting] = useState(false);
  return (
    <>
      <Button data-tour="invite" icon={UserPlus} onClick={() => setInviting(true)}>
        Invite
      </Button>
      <AddContentButtons uploadLabel={UPLOAD_LABEL} canOrganize onOpenDialog={onAdd} />
      <Suspense>{isInviting && <InviteDialog onClose={() => setInviting(false)} />}</Suspense>
    </>
  );
}

/** Shows a visitor the archive that their link hands over. */
function ArchiveLanding() {
  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-6">
      <VisitorBanner />
      <PageHeader title="Home" />
      <Suspense>
        <VisitorLanding folderId={null} />
      </Suspense>
    </div>
  );
}

function HomeError() {
  return (
    <ErrorState
      title="Error loading data"
      message="Please try refreshing the page"
      action={
        <Button variant="primary" onClick={() => location.reload()}>
          Refresh
        </Button>
      }
    />
  );
}
