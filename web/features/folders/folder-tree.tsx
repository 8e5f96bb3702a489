import FolderIcon from 'lucide-react/icons/folder';
import Trash2 from 'lucide-react/icons/trash-2';
import { useCallback, useMemo, useState } from 'react';
import type { Folder } from '#shared/contracts/folders.ts';
import { folderPolicy } from '#shared/policies/folders.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Tree } from '#web/ui/lists/tree.tsx';
import type { TreeNode } from '#web/ui/lists/tree-rows.ts';
import type { DraggedItems } from './drag-and-drop/drag-items.ts';
import { draggingOf, useAttachDragging } from './drag-and-drop/drag-and-drop.ts';
import { FolderDialogs } from './folder-dialogs.tsx';
import { childrenByParent } from './folder-hierarchy.ts';

/** The id of a folder's node in the tree. */
export const folderNodeId = (id: number): string => `folder-${id}`;

interface FolderTreeProps {
  folders: readonly Folder[];
  /** What stands in a folder, or in the root with `null`, after its folders. */
  leavesOf: (folderId: number | null) => readonly TreeNode[];
  activeId: string | null;
  /** What is dragged with a leaf; nothing when it may not be moved. */
  dragLeaf: (leaf: TreeNode) => DraggedItems | null;
}

export function FolderTree({ folders, leavesOf, activeId, dragLeaf }: FolderTreeProps) {
  const actor = useActor();
  const [chosen, setChosen] = useState<Folder | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const nodes = useMemo(() => nodesOf(folders, leavesOf), [folders, leavesOf]);
  const byNode = useMemo(
    () => new Map(folders.map((folder) => [folderNodeId(folder.id), folder])),
    [folders],
  );

  const attach = useAttachDragging();
  const attachNode = useCallback(
    (node: TreeNode, element: HTMLElement) => {
      const folder = byNode.get(node.id);
      return attach(element, folder ? draggingOf(actor, folder) : { source: dragLeaf(node) });
    },
    [attach, actor, byNode, dragLeaf],
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
        chosen={chosen && { deed: 'delete', folder: chosen }}
        open={isDeleting}
        onOpenChange={setDeleting}
      />
    </>
  );
}

const FOLDER_ICON = <FolderIcon size={16} className="shrink-0 text-ink-muted" />;

function nodesOf(folders: readonly Folder[], leavesOf: FolderTreeProps['leavesOf']): TreeNode[] {
  const children = childrenByParent(folders);
  const nodesIn = (parentId: number | null): TreeNode[] => [
    ...(children.get(parentId) ?? []).map(({ id, name }) => ({
      id: folderNodeId(id),
      label: name,
      href: `/folder/${id}`,
      icon: FOLDER_ICON,
      children: nodesIn(id),
    })),
    ...leavesOf(parentId),
  ];
  return nodesIn(null);
}
