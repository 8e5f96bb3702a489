/** Returns the id of the root folder above a folder; 0 outside folders. */
export function findRoot(
  folders: readonly { id: number; parentId: number | null }[],
  folderId: number | null,
): number {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  let root = byId.get(folderId ?? 0);
  for (let above = root; above; above = byId.get(above.parentId ?? 0)) root = above;
  return root?.id ?? 0;
}
