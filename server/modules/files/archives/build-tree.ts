import type { AccessLevel } from '#shared/policies/actor.ts';
import type { Tree, TreeFile } from './plan-archive.ts';
import type { TreeRow } from './queries.ts';

interface MutableFolder extends Tree {
  readonly name: string;
  readonly parentId: number | null;
  readonly folders: MutableFolder[];
  readonly files: TreeFile[];
}

/** Builds the tree of a folder from its rows; items below have at least the actor's access level in the folder. */
export function buildTree(rootId: number, rows: readonly TreeRow[], standing: AccessLevel): Tree {
  const folders = new Map<number, MutableFolder>();
  for (const row of rows) {
    const { folder_id, parent_id, folder_name } = row;
    const folder = folders.get(folder_id) ?? {
      name: folder_name,
      parentId: parent_id,
      folders: [],
      files: [],
    };
    folders.set(folder_id, folder);
    if (row.file_id === null) continue;
    folder.files.push({
      id: row.file_id,
      name: row.file_name,
      size: row.size,
      createdAt: row.created_at,
      resource: { accessLevel: standing, ownerId: row.owner_id, allowDownload: row.allow_download === 1 },
    });
  }
  for (const [id, folder] of folders)
    if (id !== rootId && folder.parentId !== null) folders.get(folder.parentId)?.folders.push(folder);
  return folders.get(rootId) ?? { folders: [], files: [] };
}
