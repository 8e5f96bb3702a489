import { useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { folderPolicy } from '#shared/policies/folders.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { FailedList } from '#web/features/errors/failed-list.tsx';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { useFolderTree } from '#web/features/folders/api.ts';
import { FolderCheckboxes } from '#web/features/invitations/folder-checkboxes.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import type { LinkFormValues } from '../link-schema.ts';

interface FurtherFoldersProps {
  control: Control<LinkFormValues>;
  /** The folder that the link opens anyway. */
  folderId: number | undefined;
  /** The folders that the link can open beside what it opens anyway. */
  max: number;
}

/** Chooses folders that a new link opens as well; hidden until somebody wants it, and without other folders. */
export function FurtherFolders({ control, folderId, max }: FurtherFoldersProps) {
  const { field } = useController({ control, name: 'folderIds' });
  const tree = useFolderTree();
  const actor = useActor();
  const [isShown, setShown] = useState(false);
  const folders = (tree.data ?? []).filter(
    (folder) => folder.id !== folderId && folderPolicy.manageAccess(actor, folder),
  );
  if (max === 0) return null;
  if (folders.length === 0) return <FailedList lists={[tree]} summary={FETCH_ERRORS.folderTree} />;
  if (!isShown)
    return (
      <div>
        <Button size="small" onClick={() => setShown(true)}>
          Add Folders to the Link
        </Button>
      </div>
    );
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium">Also opens</p>
      <FolderCheckboxes
        folders={folders}
        chosen={field.value}
        disabled={false}
        max={max}
        onChange={field.onChange}
      />
    </div>
  );
}
