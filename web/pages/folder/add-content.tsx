import FolderPlus from 'lucide-react/icons/folder-plus';
import FolderSync from 'lucide-react/icons/folder-sync';
import PackageOpen from 'lucide-react/icons/package-open';
import Upload from 'lucide-react/icons/upload';
import { lazy, Suspense, useEffect, useState } from 'react';
import { FileDropZone } from '#web/features/uploads/drop-zone.tsx';
import { preloadOnInteraction } from '#web/lib/browser/preload-on-interaction.ts';
import { useCommands } from '#web/lib/commands/commands.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FloatingActions } from '#web/ui/buttons/floating-actions.tsx';

const loadUploadDialog = async () => ({
  default: (await import('#web/features/uploads/upload-dialog.tsx')).UploadDialog,
});
const loadCreateFolderDialog = async () => ({
  default: (await import('#web/features/folders/create-folder-dialog.tsx')).CreateFolderDialog,
});
const loadOrganizeDialog = async () => ({
  default: (await import('#web/features/organize/organize-dialog.tsx')).OrganizeDialog,
});
const loadImportDialog = async () => ({
  default: (await import('#web/features/imports/import-dialog.tsx')).ImportDialog,
});
const ImportDialog = lazy(loadImportDialog);
const UploadDialog = lazy(loadUploadDialog);
const NewVersionDialog = lazy(async () => ({
  default: (await import('#web/features/versions/new-version-dialog.tsx')).NewVersionDialog,
}));
const CreateFolderDialog = lazy(loadCreateFolderDialog);
const OrganizeDialog = lazy(loadOrganizeDialog);

/** Open dialog for adding or organizing content, if any. */
export type ContentDialog = 'files' | 'folder' | 'import' | 'organize' | null;

interface AddContentButtonsProps {
  uploadLabel: string;
  canOrganize?: boolean;
  canImport?: boolean;
  onOpenDialog: (adding: ContentDialog) => void;
}

/** Buttons for the page header, where there is room for them. */
export function AddContentButtons({
  uploadLabel,
  canOrganize = false,
  canImport = false,
  onOpenDialog,
}: AddContentButtonsProps) {
  return (
    <div className="hidden gap-2 md:flex">
      {canOrganize && (
        <Button icon={FolderSync} onClick={() => onOpenDialog('organize')}>
          Organize
        </Button>
      )}
      {canImport && (
        <Button icon={PackageOpen} onClick={() => onOpenDialog('import')}>
          Import
        </Button>
      )}
      <Button data-tour="new-folder" icon={FolderPlus} onClick={() => onOpenDialog('folder')}>
        New Folder
      </Button>
      <Button data-tour="upload" icon={Upload} variant="primary" onClick={() => onOpenDialog('files')}>
        {uploadLabel}
      </Button>
    </div>
  );
}

interface AddContentDialogsProps extends AddContentButtonsProps {
  /** Folder of the page; `null` is the root. */
  folderId: number | null;
  folderName: string;
  openDialog: ContentDialog;
}

/** Renders the drop zone, the floating buttons of small screens and the dialogs for adding content. */
export function AddContentDialogs(props: AddContentDialogsProps) {
  const { folderId, folderName, openDialog, onOpenDialog, uploadLabel, canOrganize = false } = props;
  const { canImport = false } = props;
  const [archive, setArchive] = useState<File>();
  const unpack = (file: File) => {
    setArchive(file);
    onOpenDialog('import');
  };
  const closeImport = () => {
    setArchive(undefined);
    onOpenDialog(null);
  };
  useCommands([
    { label: 'New Folder', key: 'n', run: () => onOpenDialog('folder') },
    { label: uploadLabel, key: 'u', run: () => onOpenDialog('files') },
    ...(canOrganize ? [{ label: 'Organize', key: 'o', run: () => onOpenDialog('organize') }] : []),
    ...(canImport ? [{ label: 'Import', run: () => onOpenDialog('import') }] : []),
  ]);
  usePreloadedDialogs(canOrganize, canImport);
  return (
    <>
      <FloatingButtons {...{ uploadLabel, canOrganize, canImport, onOpenDialog }} />
      <FileDropZone
        defaultTarget={{ id: folderId, name: folderName }}
        enabled={openDialog === null}
        askToReplace={(version) => (
          <Suspense>
            <NewVersionDialog {...version} />
          </Suspense>
        )}
      />
      <Suspense>
        {openDialog === 'files' && (
          <UploadDialog
            folderId={folderId}
            onClose={() => onOpenDialog(null)}
            onUnpack={canImport ? unpack : undefined}
          />
        )}
        {openDialog === 'import' && folderId !== null && (
          <ImportDialog {...{ folderId, folderName, archive }} onClose={closeImport} />
        )}
        {openDialog === 'folder' && (
          <CreateFolderDialog open onOpenChange={(open) => !open && onOpenDialog(null)} parentId={folderId} />
        )}
        {openDialog === 'organize' && <OrganizeDialog onClose={() => onOpenDialog(null)} />}
      </Suspense>
    </>
  );
}

function usePreloadedDialogs(canOrganize: boolean, canImport: boolean): void {
  useEffect(
    () =>
      preloadOnInteraction([
        loadCreateFolderDialog,
        loadUploadDialog,
        ...(canOrganize ? [loadOrganizeDialog] : []),
        ...(canImport ? [loadImportDialog] : []),
      ]),
    [canOrganize, canImport],
  );
}

/** The buttons of the page header, for small screens. */
function FloatingButtons({ uploadLabel, canOrganize, canImport, onOpenDialog }: AddContentButtonsProps) {
  return (
    <FloatingActions
      actions={[
        ...(canOrganize
          ? [{ label: 'Organize', icon: FolderSync, onClick: () => onOpenDialog('organize') }]
          : []),
        ...(canImport ? [{ label: 'Import', icon: PackageOpen, onClick: () => onOpenDialog('import') }] : []),
        {
          label: 'New Folder',
          tourTarget: 'new-folder',
          icon: FolderPlus,
          onClick: () => onOpenDialog('folder'),
        },
        { label: uploadLabel, tourTarget: 'upload', icon: Upload, onClick: () => onOpenDialog('files') },
      ]}
    />
  );
}
