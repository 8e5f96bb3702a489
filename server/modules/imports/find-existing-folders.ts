import type { Context } from '#server/app/context.ts';
import { listChildFolders } from './tree-queries.ts';

/**
 * Finds the folders below `targetId` that have exactly these paths, by the paths joined with slashes; the target itself has
 * the empty path. Of several folders of one name the oldest counts. Reads the tree level by level.
 */
export async function findExistingFolders(
  { db }: Pick<Context, 'db'>,
  targetId: number,
  paths: Iterable<readonly string[]>,
): Promise<Map<string, number>> {
  const wanted = new Set<string>();
  for (const names of paths) {
    for (let depth = 1; depth <= names.length; depth += 1) wanted.add(names.slice(0, depth).join('/'));
  }
  const found = new Map<string, number>([['', targetId]]);
  let level = new Map<number, string>([[targetId, '']]);
  while (level.size > 0 && wanted.size > 0) {
    const below = new Map<number, string>();
    for (const { id, name, parent_id } of await listChildFolders(db, [...level.keys()])) {
      const above = level.get(parent_id ?? 0) ?? '';
      const path = above === '' ? name : `${above}/${name}`;
      if (!wanted.has(path) || found.has(path)) continue;
      found.set(path, id);
      below.set(id, path);
    }
    level = below;
  }
  return found;
}
