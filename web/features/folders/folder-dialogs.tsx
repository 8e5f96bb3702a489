import { lazy, Suspense } from 'react';
import type { Folder } from '#shared/contracts/folders.ts';
import type { FolderDeed } from './folder-menu.tsx';

const DIALOG = {
  rename: lazy(async () => ({ default: (await import('./rename-folder-dialog.tsx')).RenameFolderDialog })),
  move: lazy(async () => ({ default: (await import('./move-folder-dialog.tsx')).MoveFolderDialog })),
  delete: lazy(async () => ({ default: (await import('./delete-folder-dialog.tsx')).DeleteFolderDialog })),
} satisfies Record<FolderDeed, unknown>;

interface FolderDialogsProps {
  /** What was chosen last; kept while its dialog closes. */
  chosen: { deed: FolderDeed; folder: Folder } | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The dialog for the deed that was chosen from a folder's menu. It stands outside the folder's card, which may go away. */
export function FolderDialogs({ chosen, open, onOpenChange }: FolderDialogsProps) {
  if (!chosen) return null;
  const Dialog = DIALOG[chosen.deed];
  return (
    <Suspense>
      <Dialog folder={chosen.folder} open={open} onOpenChange={onOpenChange} />
    </Suspense>
  );
}
