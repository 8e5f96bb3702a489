import { lazy, Suspense } from 'react';
import type { Folder } from '#shared/contracts/folders.ts';
import type { FolderAction } from './folder-menu.tsx';

const DIALOGS = {
  rename: lazy(async () => ({ default: (await import('./rename-folder-dialog.tsx')).RenameFolderDialog })),
  move: lazy(async () => ({ default: (await import('./move-folder-dialog.tsx')).MoveFolderDialog })),
  copy: lazy(async () => ({ default: (await import('./copies/copy-folder-dialog.tsx')).CopyFolderDialog })),
  leave: lazy(async () => ({ default: (await import('./leave-folder-dialog.tsx')).LeaveFolderDialog })),
  delete: lazy(async () => ({ default: (await import('./delete-folder-dialog.tsx')).DeleteFolderDialog })),
} satisfies Record<FolderAction, unknown>;

interface FolderDialogsProps {
  /** Last chosen action; kept while its dialog closes. */
  request: { action: FolderAction; folder: Folder } | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * Renders the dialog of the action chosen from a folder menu. Lives outside the folder's card, which the action
 * may remove.
 */
export function FolderDialogs({ request, open, onOpenChange }: FolderDialogsProps) {
  if (!request) return null;
  const Dialog = DIALOGS[request.action];
  return (
    <Suspense>
      <Dialog folder={request.folder} open={open} onOpenChange={onOpenChange} />
    </Suspense>
  );
}
