import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import FolderInput from 'lucide-react/icons/folder-input';
import LinkIcon from 'lucide-react/icons/link';
import PackageOpen from 'lucide-react/icons/package-open';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { useCopyTargets } from '#web/features/folders/copies/use-copy-targets.ts';
import { isLong } from '#web/lib/http/batches.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { useArchiveFiles, useDownloadFiles } from './bulk-actions.ts';
import { formatFileCount } from './describe-outcome.ts';

const DeleteFilesDialog = lazy(async () => ({
  default: (await import('./dialogs/delete-files-dialog.tsx')).DeleteFilesDialog,
}));
const CopyToRoomDialog = lazy(async () => ({
  default: (await import('#web/features/folders/copies/copy-to-room-dialog.tsx')).CopyToRoomDialog,
}));
const MoveFilesDialog = lazy(async () => ({
  default: (await import('./dialogs/move-files-dialog.tsx')).MoveFilesDialog,
}));

/** A chosen action with the files that were selected then: deleted ones are no longer selected while the dialog is still open. */
interface OpenDialog {
  action: 'move' | 'copy' | 'link' | 'delete';
  files: readonly File[];
}

/** Creates a link to files; of a feature that builds on files. */
export type LinkFilesDialog = ComponentType<{ files: readonly File[]; onClose: () => void }>;

interface BulkActionsBarProps {
  files: readonly File[];
  LinkDialog: LinkFilesDialog;
  onClear: () => void;
  /** Receives files that are done by work that goes on while the selection can change. */
  onDeselect: (files: readonly File[]) => void;
  onDeleted: (files: readonly File[]) => void;
}

/**
 * Offers actions for the selected files. Stays at the top on phones, where a bar at the bottom would cover the
 * rows.
 */
export function BulkActionsBar({ files, LinkDialog, onClear, onDeselect, onDeleted }: BulkActionsBarProps) {
  const allowed = useAllowedActions(files);
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const downloads = useDownloads(files, onClear);
  const open = (action: OpenDialog['action']) => setOpenDialog({ action, files });

  return (
    <div
      role="toolbar"
      aria-label="Selected files"
      // Matches the height of the sticky table header that it covers.
      className="flex min-h-12 flex-wrap items-center gap-2 rounded-t-lg border-line border-b bg-raised p-2 md:sticky md:top-(--navigation-height) md:z-20"
    >
      <span role="status" className="px-1 font-medium">
        {`${files.length.toLocaleString('en-US')} files selected`}
      </span>
      {allowed.move && (
        <Button size="small" icon={FolderInput} onClick={() => open('move')}>
          Move
        </Button>
      )}
      {allowed.copy && (
        <Button size="small" icon={Copy} onClick={() => open('copy')}>
          Copy to Another Room
        </Button>
      )}
      {allowed.share && (
        <Button size="small" icon={LinkIcon} onClick={() => open('link')}>
          Create Link
        </Button>
      )}
      {allowed.download && <DownloadButtons {...downloads} />}
      {allowed.delete && (
        <Button size="small" icon={Trash2} onClick={() => open('delete')}>
          Delete
        </Button>
      )}
      {files.length > 0 && (
        <Button
          size="small"
          variant="ghost"
          disabled={downloads.isDownloading || downloads.isArchiving}
          onClick={onClear}
        >
          Clear
        </Button>
      )}
      {openDialog && (
        <BulkDialog
          {...openDialog}
          {...{ LinkDialog, onClear, onDeselect, onDeleted }}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </div>
  );
}

/** Returns the actions that the actor may take on all of the files. */
function useAllowedActions(files: readonly File[]) {
  const actor = useActor();
  const hasTarget = useCopyTargets().length > 1;
  const areAll = (isAllowed: (file: File) => boolean | undefined) =>
    files.length > 0 && files.every(isAllowed);
  return {
    move: areAll((file) => filePolicy.move(actor, file)),
    copy: hasTarget && areAll((file) => file.isInRoom && !file.isReadOnly && file.accessLevel === 'owner'),
    share: areAll((file) => filePolicy.share(actor, file)),
    download: areAll((file) => filePolicy.download(actor, file)),
    delete: areAll((file) => filePolicy.delete(actor, file)),
  };
}

/** Downloads the files one by one or as an archive, and clears the selection afterwards. */
function useDownloads(files: readonly File[], onClear: () => void): DownloadButtonsProps {
  const download = useDownloadFiles();
  const archive = useArchiveFiles();
  return {
    download: () => download.mutate(files, { onSuccess: onClear }),
    archive: () => archive.mutate(files, { onSuccess: onClear }),
    isDownloading: download.isPending,
    isArchiving: archive.isPending,
  };
}

interface DownloadButtonsProps {
  download: () => void;
  archive: () => void;
  isDownloading: boolean;
  isArchiving: boolean;
}

function DownloadButtons({ download, archive, isDownloading, isArchiving }: DownloadButtonsProps) {
  return (
    <>
      <Button size="small" icon={Download} busy={isDownloading} disabled={isArchiving} onClick={download}>
        {isDownloading ? 'Downloading...' : 'Download'}
      </Button>
      <Button size="small" icon={PackageOpen} busy={isArchiving} disabled={isDownloading} onClick={archive}>
        {isArchiving ? 'Downloading...' : 'Download as ZIP'}
      </Button>
    </>
  );
}

interface BulkDialogProps extends BulkActionsBarProps {
  action: OpenDialog['action'];
  onClose: () => void;
}

/** Renders the dialog of the chosen action. */
function BulkDialog(props: BulkDialogProps) {
  const { action, files, LinkDialog, onClose, onClear, onDeselect, onDeleted } = props;
  return (
    <Suspense>
      {action === 'move' && <MoveFilesDialog {...{ files, onClose, onDeselect }} onMoved={onClear} />}
      {action === 'copy' && (
        <CopyToRoomDialog
          entries={files.map(({ id }) => ({ kind: 'file', id }))}
          name={formatFileCount(files)}
          folderIds={files.map(({ folderId }) => folderId)}
          onOpenChange={onClose}
          onAccepted={onClear}
        />
      )}
      {action === 'link' && <LinkDialog {...{ files, onClose }} />}
      {action === 'delete' && (
        <DeleteFilesDialog
          {...{ files }}
          onClose={onClose}
          onDeleted={(deleted) => {
            if (isLong(files)) onDeselect(deleted);
            else onClear();
            onDeleted(deleted);
          }}
        />
      )}
    </Suspense>
  );
}
