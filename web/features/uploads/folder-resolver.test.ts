import { describe, expect, it } from 'vitest';
import { createFolderResolver } from './folder-resolver.ts';

function setUp(destinationId: number | null = 7) {
  const created: string[] = [];
  let most = 0;
  let open = 0;
  let failures = 0;
  const folderIdOf = createFolderResolver(destinationId, async (name, parentId) => {
    open += 1;
    most = Math.max(most, open);
    await Promise.resolve();
    open -= 1;
    if (failures > 0) {
      failures -= 1;
      throw new Error('No connection');
    }
    created.push(`${parentId}/${name}`);
    return 100 + created.length;
  });
  return { folderIdOf, created, mostAtOnce: () => most, failOnce: () => (failures = 1) };
}

describe('making the folders of an upload', () => {
  it('puts files without a folder into the destination, be it a folder or the root', async () => {
    expect(await setUp(7).folderIdOf([])).toBe(7);
    expect(await setUp(null).folderIdOf([])).toBeNull();
  });

  it('makes parents before children, and each once, however many ask at once', async () => {
    const { folderIdOf, created, mostAtOnce } = setUp();
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
    expect(mostAtOnce()).toBe(1);
  });

  it('makes two folders of one name when their parents differ', async () => {
    const { folderIdOf, created } = setUp();
    await Promise.all([folderIdOf(['a', 'x']), folderIdOf(['b', 'x'])]);
    expect(created).toHaveLength(4);
  });

  it('fails for all who wait for a folder, and tries again for who asks later', async () => {
    const { folderIdOf, created, failOnce } = setUp();
    failOnce();
    const results = await Promise.allSettled([folderIdOf(['a', 'b']), folderIdOf(['a'])]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await folderIdOf(['a', 'b'])).toBe(102);
    expect(created).toEqual(['7/a', '101/b']);
  });

  it('goes on with other folders after one has failed', async () => {
    const { folderIdOf, created, failOnce } = setUp();
    failOnce();
    await Promise.allSettled([folderIdOf(['a']), folderIdOf(['b'])]);
    expect(created).toEqual(['7/b']);
  });
});
