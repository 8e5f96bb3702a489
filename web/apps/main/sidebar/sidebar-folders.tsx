import Plus from 'lucide-react/icons/plus';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useRoute } from 'wouter';
import type { File } from '#shared/contracts/files.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { roomPolicy } from '#shared/policies/system.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { FETCH_FAILURE } from '#web/features/errors/fetch-errors.ts';
import { useFiles } from '#web/features/files/api.ts';
import { useFolderTree } from '#web/features/folders/api.ts';
import { byName } from '#web/features/folders/folder-hierarchy.ts';
import { FolderTree, folderNodeId } from '#web/features/folders/folder-tree.tsx';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import type { TreeNode } from '#web/ui/lists/tree-rows.ts';
import { SidebarEmpty, SidebarError, SidebarLoading, SidebarSection } from './sidebar-section.tsx';

const NewFolderDialog = lazy(async () => ({
  default: (await import('#web/features/folders/create-folder-dialog.tsx')).NewFolderDialog,
}));

/** The tree of all folders and files, and a way to add a folder to the root. */
export function SidebarFolders() {
  const actor = useActor();
  const { data: folders, error, refetch } = useFolderTree();
  const { data: files } = useFiles(undefined);
  const leavesOf = useLeaves(files);
  const activeId = useActiveNode();
  const byNode = useMemo(() => new Map(files?.map((file) => [fileNodeId(file.id), file])), [files]);
  const dragLeaf = useCallback(
    ({ id }: TreeNode) => {
      const file = byNode.get(id);
      return file && filePolicy.move(actor, file) ? { folders: [], files: [file] } : null;
    },
    [actor, byNode],
  );
  const [isCreating, setCreating] = useState(false);

  return (
    <SidebarSection
      title="Folders"
      action={
        roomPolicy.addToRoot(actor) && (
          <IconButton icon={Plus} label="Create folder" size="small" onClick={() => setCreating(true)} />
        )
      }
    >
      {folders ? (
        <FolderTree {...{ folders, leavesOf, activeId, dragLeaf }} />
      ) : error ? (
        <SidebarError message={FETCH_FAILURE.folderTree} onRetry={() => void refetch()} />
      ) : (
        <SidebarLoading />
      )}
      {folders?.length === 0 && files?.length === 0 && <SidebarEmpty>No folders yet</SidebarEmpty>}
      {isCreating && (
        <Suspense>
          <NewFolderDialog open onOpenChange={setCreating} parentId={null} />
        </Suspense>
      )}
    </SidebarSection>
  );
}

const fileNodeId = (id: number | string): string => `file-${id}`;

function useActiveNode(): string | null {
  const [, folder] = useRoute('/folder/:id');
  const [, file] = useRoute('/file/:id');
  if (folder) return folderNodeId(Number(folder.id));
  return file ? fileNodeId(file.id) : null;
}

/** The files of each folder as leaves of its node, by name. */
function useLeaves(files: readonly File[] | undefined): (folderId: number | null) => readonly TreeNode[] {
  const byFolder = useMemo(() => {
    const sorted = (files ?? []).toSorted(byName);
    return Map.groupBy(sorted, ({ folderId }) => folderId);
  }, [files]);
  return useCallback(
    (folderId) =>
      byFolder.get(folderId)?.map(({ id, name }) => ({
        id: fileNodeId(id),
        label: name,
        href: `/file/${id}`,
        icon: <FileIcon name={name} />,
      })) ?? [],
    [byFolder],
  );
}
