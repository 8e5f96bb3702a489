import Files from 'lucide-react/icons/files';
import Plus from 'lucide-react/icons/plus';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useRoute } from 'wouter';
import type { File } from '#shared/contracts/files.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { systemPolicy } from '#shared/policies/system.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { usePreferences, useUpdatePreferences } from '#web/features/accounts/preferences.ts';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { useFetchedFileFolder, useTreeFiles } from '#web/features/files/api.ts';
import { useFolderTree } from '#web/features/folders/api.ts';
import { compareByName } from '#web/features/folders/folder-hierarchy.ts';
import { FolderTree, getFolderNodeId } from '#web/features/folders/folder-tree.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import type { TreeNode } from '#web/ui/lists/tree-rows.ts';
import { SidebarEmpty, SidebarError, SidebarLoading, SidebarSection } from './sidebar-section.tsx';

const CreateFolderDialog = lazy(async () => ({
  default: (await import('#web/features/folders/create-folder-dialog.tsx')).CreateFolderDialog,
}));

/**
 * The tree of all folders and of the files (in a large room only those of the open folder), with a button that adds a folder to
 * the root.
 */
export function SidebarFolders() {
  const actor = useActor();
  const { data: folders, error, refetch } = useFolderTree();
  const { activeId, openFolderId } = useOpenNode();
  const { sidebarFiles: showsFiles } = usePreferences();
  const files = useTreeFiles(openFolderId, showsFiles);
  const fileNodesIn = useFileNodes(files);
  const fileByNodeId = useMemo(() => new Map(files?.map((file) => [getFileNodeId(file.id), file])), [files]);
  const getFileDragItems = useCallback(
    ({ id }: TreeNode) => {
      const file = fileByNodeId.get(id);
      return file && filePolicy.move(actor, file) ? { folders: [], files: [file] } : null;
    },
    [actor, fileByNodeId],
  );
  const [isCreating, setCreating] = useState(false);

  return (
    <SidebarSection
      title="Folders"
      action={
        <>
          {actor.kind === 'user' && <FilesSwitch />}
          {systemPolicy.addToRoot(actor) && (
            <IconButton icon={Plus} label="Create folder" size="small" onClick={() => setCreating(true)} />
          )}
        </>
      }
    >
      {folders ? (
        <FolderTree {...{ folders, fileNodesIn, activeId, getFileDragItems }} />
      ) : error ? (
        <SidebarError message={FETCH_ERRORS.folderTree} onRetry={() => void refetch()} />
      ) : (
        <SidebarLoading />
      )}
      {folders?.length === 0 && !files?.length && <SidebarEmpty>No folders yet</SidebarEmpty>}
      {isCreating && (
        <Suspense>
          <CreateFolderDialog open onOpenChange={setCreating} parentId={null} />
        </Suspense>
      )}
    </SidebarSection>
  );
}

/** Shows or hides the files in the tree. */
function FilesSwitch() {
  const { sidebarFiles } = usePreferences();
  const { mutate } = useUpdatePreferences();
  return (
    <IconButton
      icon={Files}
      label="Show files"
      size="small"
      aria-pressed={sidebarFiles}
      className="ml-auto aria-pressed:text-accent-ink"
      onClick={() => mutate({ sidebarFiles: !sidebarFiles })}
    />
  );
}

const getFileNodeId = (id: number | string): string => `file-${id}`;

/** Returns the node of the open page, and the folder that is open or contains the open file. */
function useOpenNode(): { activeId: string | null; openFolderId: number | undefined } {
  const [, folder] = useRoute('/folder/:id');
  const [, room] = useRoute('/rooms/:id/*?');
  const [, file] = useRoute('/file/:id');
  const folderOfFile = useFetchedFileFolder(file ? Number(file.id) : undefined);
  // A room is a folder at the top.
  const openFolder = folder ?? room;
  if (openFolder)
    return { activeId: getFolderNodeId(Number(openFolder.id)), openFolderId: Number(openFolder.id) };
  return { activeId: file ? getFileNodeId(file.id) : null, openFolderId: folderOfFile };
}

/** Returns a function that lists the tree nodes of a folder's files, sorted by name. */
function useFileNodes(files: readonly File[] | undefined): (folderId: number | null) => readonly TreeNode[] {
  const byFolder = useMemo(() => {
    const sorted = (files ?? []).toSorted(compareByName);
    return Map.groupBy(sorted, ({ folderId }) => folderId);
  }, [files]);
  return useCallback(
    (folderId) =>
      byFolder.get(folderId)?.map(({ id, name }) => ({
        id: getFileNodeId(id),
        label: name,
        href: `/file/${id}`,
        icon: <FileIcon name={name} />,
      })) ?? [],
    [byFolder],
  );
}
