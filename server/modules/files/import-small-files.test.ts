import { expect } from 'vitest';
import { listSmallFiles } from '#server/testing/sample-documents/small-files/small-files.ts';
import { test } from '#server/testing/test-app.ts';

test('200 small files in 23 folders are imported and found under their folders', async ({ testApp }) => {
  const owner = await testApp.user();
  const folderIds = new Map<string, number>();
  const createPath = async (path: string): Promise<number> => {
    const known = folderIds.get(path);
    if (known !== undefined) return known;
    const slash = path.lastIndexOf('/');
    const parentId = slash < 0 ? null : await createPath(path.slice(0, slash));
    const { id } = await owner.folder(path.slice(slash + 1), parentId);
    folderIds.set(path, id);
    return id;
  };
  const documents = await listSmallFiles();
  for (const [path, files] of Object.entries(documents)) {
    const folderId = await createPath(path);
    for (const { name, buffer } of files) await owner.file({ name, content: buffer, folderId });
  }

  expect(Object.values(documents).flat()).toHaveLength(200);
  for (const [path, files] of Object.entries(documents)) {
    const { body } = await owner.get(`/api/files?folderId=${folderIds.get(path)}`);
    const listed = body as { name: string; size: number }[]; // shape of the contract listFiles
    expect(listed.map(({ name, size }) => `${name} ${size}`).sort()).toEqual(
      files.map(({ name, buffer }) => `${name} ${buffer.length}`).sort(),
    );
  }
});
