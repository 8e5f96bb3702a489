import { keyOf } from './plan-uploads.ts';

type CreateFolder = (name: string, parentId: number | null) => Promise<number>;

/**
 * Makes the folders of an upload below its destination: each once, one after another, parents first. A folder that
 * could not be made fails for everyone who asked, and is tried again for whoever asks later.
 */
export function createFolderMaker(destinationId: number | null, create: CreateFolder) {
  const made = new Map<string, Promise<number>>();
  let last: Promise<unknown> = Promise.resolve();

  async function make(path: readonly string[], name: string): Promise<number> {
    const parentId = await folderIdOf(path.slice(0, -1));
    const creation = last.then(() => create(name, parentId));
    last = creation.catch(() => undefined);
    return creation;
  }

  function folderIdOf(path: readonly string[]): Promise<number | null> {
    const name = path.at(-1);
    if (name === undefined) return Promise.resolve(destinationId);
    const key = keyOf(path);
    const known = made.get(key);
    if (known) return known;
    const making = make(path, name);
    made.set(key, making);
    making.catch(() => made.delete(key));
    return making;
  }

  return folderIdOf;
}
