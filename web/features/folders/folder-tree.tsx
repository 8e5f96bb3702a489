import FolderIcon from 'lucide-react/icons/folder';
import Trash2 from 'lucide-react/icons/trash-2';
import { useCallback, useMemo, useState } from 'react';
import type { Folder } from '#shared/contracts/folders.ts';
import { folderPolicy } from '#shared/policies/folders.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Tree } from '#web/ui/lists/tree.tsx';
import type { TreeNode } from '#web/ui/lists/tree-rows.ts';
import { getFolderDragAndDrop, useAttachDragAndDrop } from './drag-and-drop/drag-and-drop.ts';
import type { DragItems } from './drag-and-drop/drag-items.ts';
import { FolderDialogs } from './folder-dialogs.tsx';
import { groupByParent } from './folder-hierarchy.ts';

/** Returns the tree node id of a folder. */
export const getFolderNodeId = (id: number): string => `folder-${id}`;

interface FolderTreeProps {
  folders: readonly Folder[];
  /** Returns the file nodes of a folder (`null`: the root), listed after its subfolders. */
  fileNodesIn: (folderId: number | null) => readonly TreeNode[];
  activeId: string | null;
  /** Returns the drag items of a file node; null when the user may not move it. */
  getFileDragItems: (leaf: TreeNode) => DragItems | null;
}

export function FolderTree({ folders, fileNodesIn, activeId, getFileDragItems }: FolderTreeProps) {
  const actor = useActor();
  const [folderToDelete, setChosen] = useState<Folder | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const nodes = useMemo(() => buildNodes(folders, fileNodesIn), [folders, fileNodesIn]);
  const byNode = useMemo(
    () => new Map(folders.map((folder) => [getFolderNodeId(folder.id), folder])),
    [folders],
  );

  const attach = useAttachDragAndDrop();
  const attachNode = useCallback(
    (node: TreeNode, element: HTMLElement) => {
      const folder = byNode.get(node.id);
      return attach(
        element,
        folder ? getFolderDragAndDrop(actor, folder) : { source: getFileDragItems(node) },
      );
    },
    [attach, actor, byNode, getFileDragItems],
  );

  const renderDelete = ({ id }: TreeNode) => {
    const folder = byNode.get(id);
    if (!folder || !folderPolicy.delete(actor, folder)) return null;
    return (
      <IconButton
        icon={Trash2}
        label={`Delete ${folder.name}`}
        size="small"
        onClick={() => {
          setChosen(folder);
          setDeleting(true);
        }}
      />
    );
  };

  return (
    <>
      <Tree label="Folders and files" {...{ nodes, activeId, attachNode }} renderAction={renderDelete} />
      <FolderDialogs
        request={folderToDelete && { action: 'delete', folder: folderToDelete }}
        open={isDeleting}
        onOpenChange={setDeleting}
      />
    </>
  );
}

const FOLDER_ICON = <FolderIcon size={16} className="shrink-0 text-ink-muted" />;

function buildNodes(folders: readonly Folder[], leavesOf: FolderTreeProps['fileNodesIn']): TreeNode[] {
  const children = groupByParent(folders);
  const nodesIn = (parentId: number | null): TreeNode[] => [
    ...(children.get(parentId) ?? []).map(({ id, name, number }) => ({
      id: getFolderNodeId(id),
      label: name,
      number,
      href: `/folder/${id}`,
      icon: FOLDER_ICON,
      children: nodesIn(id),
    })),
    ...leavesOf(parentId),
  ];
  return nodesIn(null);
}
