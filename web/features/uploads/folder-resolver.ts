import { getPathKey } from './plan-uploads.ts';

/** Creates the folder with the name at the end of the path. */
type CreateFolder = (name: string, parentId: number | null, path: readonly string[]) => Promise<number>;

/**
 * Creates the folders of an upload below its destination, each once, one after another, parents first. A failure
 * rejects all pending callers; a later call tries again.
 */
export function createFolderResolver(destinationId: number | null, create: CreateFolder) {
  const created = new Map<string, Promise<number>>();
  let pendingCreation: Promise<unknown> = Promise.resolve();

  async function make(path: readonly string[], name: string): Promise<number> {
    const parentId = await resolveFolderId(path.slice(0, -1));
    const creation = pendingCreation.then(() => create(name, parentId, path));
    pendingCreation = creation.catch(() => undefined);
    return creation;
  }

  function resolveFolderId(path: readonly string[]): Promise<number | null> {
    const name = path.at(-1);
    if (name === undefined) return Promise.resolve(destinationId);
    const key = getPathKey(path);
    const known = created.get(key);
    if (known) return known;
    const making = make(path, name);
    created.set(key, making);
    making.catch(() => created.delete(key));
    return making;
  }

  return resolveFolderId;
}
