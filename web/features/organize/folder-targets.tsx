import FolderIcon from 'lucide-react/icons/folder';
import House from 'lucide-react/icons/house';
import { useMemo } from 'react';
import type { Folder } from '#shared/contracts/folders.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { getFolderDragAndDrop } from '#web/features/folders/drag-and-drop/drag-and-drop.ts';
import { flattenFolders } from '#web/features/folders/folder-hierarchy.ts';
import { VirtualList } from '#web/ui/lists/virtual-list.tsx';
import { LIST_STYLES, OrganizeRow } from './organize-row.tsx';

const INDENT_PX = 20;
/** Depth beyond which rows are not indented further, to leave room for the names. */
const MAX_INDENT_DEPTH = 8;
const ROOT = { id: null, name: 'Home' } as const;

interface FolderTargetsProps {
  folders: readonly Folder[];
  /** Folder whose contents are shown beside the list; `null` is the root. */
  openId: number | null;
  onOpen: (folderId: number | null) => void;
}

/** Lists the root and all folders as drop targets. */
export function FolderTargets({ folders, openId, onOpen }: FolderTargetsProps) {
  const actor = useActor();
  const rows = useMemo(() => {
    const byId = new Map(folders.map((folder) => [folder.id, folder]));
    const below = flattenFolders(folders).flatMap(({ folder: { id }, depth }) => {
      const folder = byId.get(id);
      return folder
        ? [{ id, name: folder.name, depth: depth + 1, ...getFolderDragAndDrop(actor, folder) }]
        : [];
    });
    return [{ ...ROOT, depth: 0, source: null, place: ROOT }, ...below];
  }, [actor, folders]);
  return (
    <VirtualList label="All folders" entries={rows} emptyText="" className={LIST_STYLES}>
      {({ id, name, depth, source, place }, style) => (
        <OrganizeRow
          key={id}
          {...{ name, dragItems: source, dropTarget: place }}
          style={{ ...style, paddingLeft: Math.min(depth, MAX_INDENT_DEPTH) * INDENT_PX }}
          icon={id === null ? ROOT_ICON : FOLDER_ICON}
          isCurrent={id === openId}
          onOpen={() => onOpen(id)}
        />
      )}
    </VirtualList>
  );
}

const ROOT_ICON = <House size={16} className="shrink-0 text-ink-muted" />;
const FOLDER_ICON = <FolderIcon size={16} className="shrink-0 text-ink-muted" />;
