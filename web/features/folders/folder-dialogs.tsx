import { lazy, Suspense } from 'react';
import type { Folder } from '#shared/contracts/folders.ts';
import type { FolderAction } from './folder-menu.tsx';

const DIALOGS = {
  rename: lazy(async () => ({ default: (await import('./rename-folder-dialog.tsx')).RenameFolderDialog })),
  move: lazy(async () => ({ default: (await import('./move-folder-dialog.tsx')).MoveFolderDialog })),
  delete: lazy(async () => ({ default: (await import('./delete-folder-dialog.tsx')).DeleteFolderDialog })),
} satisfies Record<FolderAction, unknown>;

interface FolderDialogsProps {
  /** What was chosen last; kept while its dialog closes. */
  request: { action: FolderAction; folder: Folder } | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The dialog for the action that was chosen from a folder's menu. It stands outside the folder's card, which may go away. */
export function FolderDialogs({ request, open, onOpenChange }: FolderDialogsProps) {
  if (!request) return null;
  const Dialog = DIALOGS[request.action];
  return (
    <Suspense>
      <Dialog folder={request.folder} open={open} onOpenChange={onOpenChange} />
    </Suspense>
  );
}
