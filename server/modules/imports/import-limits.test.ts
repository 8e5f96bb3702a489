import { strToU8, zipSync } from 'fflate';
import { describe, expect } from 'vitest';
import { testWithOwnApp } from '#server/testing/test-app.ts';
import { appliedImport, checkedImport } from './testing/import-client.ts';

const zipOf = (files: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))),
  );

describe('the limit of files in a folder', () => {
  testWithOwnApp('counts no folders of an import', { tags: ['sqlite'] }, async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const { id: folderId } = await admin.folder();
    const { id: full } = await admin.folder('Full', folderId);
    const { id: almostFull } = await admin.folder('Almost full', folderId);
    for (let at = 0; at < 10; at += 1) await admin.file({ folderId: full, name: `${at}.txt` });
    for (let at = 0; at < 9; at += 1) await admin.file({ folderId: almostFull, name: `${at}.txt` });
    await admin.patch('/api/admin/system-settings', { maxFilesPerFolder: 10 });
    const archive = zipOf({ 'Full/2024/x.txt': 'X', 'Almost full/y.txt': 'Y' });
    const checked = await checkedImport(testApp, admin, folderId, { 'a.zip': archive });
    expect(checked.report).toMatchObject({ files: 2, problems: [] });
    expect(await appliedImport(testApp, admin, checked)).toMatchObject({ state: 'applied', error: null });
  });

  testWithOwnApp(
    'holds for a folder that was filled after the check',
    { tags: ['sqlite'] },
    async ({ testApp }) => {
      const admin = await testApp.user({ isAdmin: true });
      const { id: folderId } = await admin.folder();
      const { id: filled } = await admin.folder('Filled', folderId);
      for (let at = 0; at < 9; at += 1) await admin.file({ folderId: filled, name: `${at}.txt` });
      await admin.patch('/api/admin/system-settings', { maxFilesPerFolder: 10 });
      const archive = zipOf({ 'Filled/x.txt': 'X' });
      const checked = await checkedImport(testApp, admin, folderId, { 'a.zip': archive });
      await admin.file({ folderId: filled, name: 'last.txt' });
      expect(await appliedImport(testApp, admin, checked)).toMatchObject({
        state: 'checked',
        error: 'A folder would have more than 10 files. Check the import again.',
      });
    },
  );
});
