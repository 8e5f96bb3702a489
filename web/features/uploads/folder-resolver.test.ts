import { describe, expect, it } from 'vitest';
import { createFolderResolver } from './folder-resolver.ts';

function setUp(destinationId: number | null = 7) {
  const created: string[] = [];
  let maxOpen = 0;
  let open = 0;
  let failures = 0;
  const folderIdOf = createFolderResolver(destinationId, async (name, parentId) => {
    open += 1;
    maxOpen = Math.max(maxOpen, open);
    await Promise.resolve();
    open -= 1;
    if (failures > 0) {
      failures -= 1;
      throw new Error('No connection');
    }
    created.push(`${parentId}/${name}`);
    return 100 + created.length;
  });
  return { folderIdOf, created, maxConcurrent: () => maxOpen, failOnce: () => (failures = 1) };
}

describe('createFolderResolver', () => {
  it('files without a folder go into the destination folder or the root', async () => {
    expect(await setUp(7).folderIdOf([])).toBe(7);
    expect(await setUp(null).folderIdOf([])).toBeNull();
  });

  it('folders are created once, parents first, for concurrent callers', async () => {
    const { folderIdOf, created, maxConcurrent } = setUp();
    const ids = await Promise.all([
      folderIdOf(['a', 'b', 'c']),
      folderIdOf(['a', 'b']),
      folderIdOf(['a']),
      folderIdOf(['a', 'b', 'c']),
      folderIdOf(['d']),
    ]);
    expect(created).toEqual(['7/a', '7/d', '101/b', '103/c']);
    expect(ids[0]).toBe(ids[3]);
    expect(new Set(ids).size).toBe(4);
    expect(maxConcurrent()).toBe(1);
  });

  it('folders with the same name are created below different parents', async () => {
    const { folderIdOf, created } = setUp();
    await Promise.all([folderIdOf(['a', 'x']), folderIdOf(['b', 'x'])]);
    expect(created).toHaveLength(4);
  });

  it('a failed folder rejects all waiting callers and is retried by the next', async () => {
    const { folderIdOf, created, failOnce } = setUp();
    failOnce();
    const results = await Promise.allSettled([folderIdOf(['a', 'b']), folderIdOf(['a'])]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await folderIdOf(['a', 'b'])).toBe(102);
    expect(created).toEqual(['7/a', '101/b']);
  });

  it('other folders are created after one has failed', async () => {
    const { folderIdOf, created, failOnce } = setUp();
    failOnce();
    await Promise.allSettled([folderIdOf(['a']), folderIdOf(['b'])]);
    expect(created).toEqual(['7/b']);
  });
});
