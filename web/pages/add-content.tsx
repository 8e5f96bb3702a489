import FolderPlus from 'lucide-react/icons/folder-plus';
import FolderSync from 'lucide-react/icons/folder-sync';
import Upload from 'lucide-react/icons/upload';
import { lazy, Suspense } from 'react';
import { useCommands } from '#web/lib/commands/commands.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FloatingActions } from '#web/ui/buttons/floating-actions.tsx';
import { DropZone } from '#web/features/uploads/drop-zone.tsx';

const UploadDialog = lazy(async () => ({ default: (await import('#web/features/uploads/upload-dialog.tsx')).UploadDialog }));
const NewFolderDialog = lazy(async () => ({
  default: (await import('#web/features/folders/create-folder-dialog.tsx')).NewFolderDialog,
}));
const OrganizeDialog = lazy(async () => ({
  default: (await import('#web/features/organize/organize-dialog.tsx')).OrganizeDialog,
}));

/** What one may add to a folder, or do to all of them: the dialog that is open, if any. */
export type Adding = 'files' | 'folder' | 'organize' | null;

interface AddButtonsProps {
  uploadLabel: string;
  mayOrganize?: boolean;
  onAdd: (adding: Adding) => void;
}

/** For the header of a page, where there is room for them. */
export function AddButtons({ uploadLabel, mayOrganize = false, onAdd }: AddButtonsProps) {
  return (
    <div className="hidden gap-2 md:flex">
      {mayOrganize && (
        <Button icon={FolderSync} onClick={() => onAdd('organize')}>
          Organize
        </Button>
      )}
      <Button data-tour="new-folder" icon={FolderPlus} onClick={() => onAdd('folder')}>
        New Folder
      </Button>
      <Button data-tour="upload" icon={Upload} variant="primary" onClick={() => onAdd('files')}>
        {uploadLabel}
      </Button>
    </div>
  );
}

interface AddActionsProps extends AddButtonsProps {
  /** `null` is the root. */
  folderId: number | null;
  folderName: string;
  adding: Adding;
}

/** The ways to add to a folder beside the buttons of its header: on small screens, by a drop, and the dialogs. */
export function AddActions(props: AddActionsProps) {
  const { folderId, folderName, adding, onAdd, uploadLabel, mayOrganize = false } = props;
  useCommands([
    { label: 'New Folder', key: 'n', run: () => onAdd('folder') },
    { label: uploadLabel, key: 'u', run: () => onAdd('files') },
    ...(mayOrganize ? [{ label: 'Organize', key: 'o', run: () => onAdd('organize') }] : []),
  ]);
  return (
    <>
      <FloatingActions
        actions={[
          ...(mayOrganize ? [{ label: 'Organize', icon: FolderSync, onClick: () => onAdd('organize') }] : []),
          { label: 'New Folder', tour: 'new-folder', icon: FolderPlus, onClick: () => onAdd('folder') },
          { label: uploadLabel, tour: 'upload', icon: Upload, onClick: () => onAdd('files') },
        ]}
      />
      <DropZone page={{ id: folderId, name: folderName }} enabled={adding === null} />
      <Suspense>
        {adding === 'files' && <UploadDialog folderId={folderId} onClose={() => onAdd(null)} />}
        {adding === 'folder' && (
          <NewFolderDialog open onOpenChange={(open) => !open && onAdd(null)} parentId={folderId} />
        )}
        {adding === 'organize' && <OrganizeDialog onClose={() => onAdd(null)} />}
      </Suspense>
    </>
  );
}
