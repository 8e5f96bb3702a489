import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useParams } from 'wouter';
import type { File } from '#shared/contracts/files.ts';
import type { Folder } from '#shared/contracts/folders.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { folderPolicy } from '#shared/policies/folders.ts';
import { roomPolicy } from '#shared/policies/rooms.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';
import { ChangesSummary } from '#web/features/changes/changes-summary.tsx';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { useFiles } from '#web/features/files/api.ts';
import { FileListHeader } from '#web/features/files/file-list-header.tsx';
import { useFileSelection } from '#web/features/files/file-selection.ts';
import { FileTable } from '#web/features/files/file-table.tsx';
import { useSortedFiles } from '#web/features/files/order/sorted-files.ts';
import { useFolder, useFolders } from '#web/features/folders/api.ts';
import { FolderList } from '#web/features/folders/folder-list.tsx';
import { RoomStateNotice } from '#web/features/folders/room-badge.tsx';
import { OrderProvider } from '#web/features/organize/order/order-provider.tsx';
import { SearchBar } from '#web/features/search/search-bar.tsx';
import { type SelectedFile, SelectedPreview } from '#web/features/search/selected-preview.tsx';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { LinkFilesDialog } from '../files/lazy-link-files.ts';
import { AddContentDialogs, type ContentDialog } from './add-content.tsx';
import { FolderHeader } from './folder-header.tsx';

const FolderAccess = lazy(async () => ({ default: (await import('./folder-access.tsx')).FolderAccess }));

const FolderLines = lazy(async () => ({
  default: (await import('#web/features/rooms/lines/folder-lines.tsx')).FolderLines,
}));
const VisitorLanding = lazy(async () => ({
  default: (await import('#web/features/visitors/visitor-landing.tsx')).VisitorLanding,
}));

const UPLOAD_LABEL = 'Upload';
const NO_FOLDERS: readonly Folder[] = [];
const FILES_HEADING_ID = 'files-heading';
const NOT_FOUND = "The folder could not be found or you don't have access";

export function FolderPage() {
  const id = Number(useParams()['id']);
  const folder = useFolder(id);
  const files = useFiles(id, { pollIndexing: true });
  // Loads folders before files: they are rendered above, and the files would shift under the pointer.
  const folders = useFolders(id, folder.isSuccess);

  if (folder.data && files.data && folders.isFetched)
    return <FolderView key={id} folder={folder.data} folders={folders} files={files.data} />;
  const error = folder.error ?? files.error;
  if (!error) return <LoadingScreen message="Loading folder" />;
  // Invalid ids and folders without access get the same error.
  const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return (
    <ErrorState
      title="Error loading folder"
      message={
        isRefusal
          ? NOT_FOUND
          : `${folder.error ? FETCH_ERRORS.folder : FETCH_ERRORS.files}. ${getErrorMessage(error)}`
      }
      action={
        <>
          <ButtonLink href="/">Back to Home</ButtonLink>
          {!isRefusal && (
            <Button variant="primary" onClick={() => void (folder.error ? folder : files).refetch()}>
              Try Again
            </Button>
          )}
        </>
      }
    />
  );
}

interface FolderViewProps {
  folder: Folder;
  folders: ReturnType<typeof useFolders>;
  files: readonly File[];
}

function FolderView({ folder, folders, files }: FolderViewProps) {
  const actor = useActor();
  const [selected, setSelected] = useState<SelectedFile | null>(null);
  const [openDialog, setOpenDialog] = useState<ContentDialog>(null);
  const selection = useFileSelection();
  const canAdd = folderPolicy.addTo(actor, folder);
  const { id, name } = folder;
  // Nothing to add: a visitor sees no list that is empty beside the other.
  const isGuest = actor.kind === 'visitor' && !canAdd;
  const showsFolders = !isGuest || files.length === 0 || folders.data?.length !== 0;
  const showsFiles = !isGuest || files.length > 0 || !folders.data?.length;
  usePageTitle(name);

  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-6">
      <FolderHeader
        uploadLabel={UPLOAD_LABEL}
        folder={folder}
        selection={selection}
        onOpenDialog={canAdd ? setOpenDialog : undefined}
      />
      <RoomStateNotice state={folder.roomState} />
      <Suspense>{actor.kind === 'visitor' && <VisitorLanding folderId={id} />}</Suspense>
      <SearchBar onSelect={setSelected} folderId={id} />
      <ChangesSummary folderId={id} />
      <OrderProvider folder={folder} folders={folders.data ?? NO_FOLDERS} files={files}>
        {showsFolders && (
          <FolderList
            query={folders}
            hasFiles={files.length > 0}
            {...(canAdd && { onNewFolder: () => setOpenDialog('folder') })}
          />
        )}
        {showsFiles && (
          <FilesSection
            {...{ files, selection, selected, setSelected }}
            folderName={name}
            isCompactWhenEmpty={(folders.data?.length ?? 0) > 0}
            emptyAction={canAdd && <Button onClick={() => setOpenDialog('files')}>{UPLOAD_LABEL}</Button>}
          />
        )}
      </OrderProvider>
      <Suspense>
        <FolderLines folder={folder} folders={folders.data ?? NO_FOLDERS} files={files} />
      </Suspense>
      <Suspense>{mayOpenAccess(actor, folder) && <FolderAccess folder={folder} />}</Suspense>
      <SelectedPreview selected={selected} onClose={() => setSelected(null)} />
      {canAdd && (
        <AddContentDialogs
          folderId={id}
          folderName={name}
          uploadLabel={UPLOAD_LABEL}
          canImport
          openDialog={openDialog}
          onOpenDialog={setOpenDialog}
        />
      )}
    </div>
  );
}

interface FilesSectionProps {
  folderName: string;
  files: readonly File[];
  selection: ReturnType<typeof useFileSelection>;
  selected: SelectedFile | null;
  setSelected: (selected: SelectedFile | null) => void;
  emptyAction: ReactNode;
  isCompactWhenEmpty: boolean;
}

function FilesSection(props: FilesSectionProps) {
  const { folderName, selection, selected, setSelected, emptyAction, isCompactWhenEmpty } = props;
  const files = useSortedFiles(props.files);
  return (
    <section aria-labelledby={FILES_HEADING_ID} className="flex flex-col gap-2">
      <FileListHeader
        id={FILES_HEADING_ID}
        title="Files"
        files={files.rows}
        exportName={`files of ${folderName}`}
        selection={selection}
      />
      <Card>
        <FileTable
          label="Files"
          {...{ files, selection, emptyAction, isCompactWhenEmpty }}
          LinkDialog={LinkFilesDialog}
          selectedId={selected?.fileId ?? null}
          onSelect={(fileId) => setSelected(fileId === null ? null : { fileId })}
        />
      </Card>
    </section>
  );
}

const mayOpenAccess = (actor: Actor, folder: Folder): boolean =>
  folderPolicy.seeAccess(actor, folder) || roomPolicy.view(actor, folder);
