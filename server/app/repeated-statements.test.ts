import SqliteDatabase from 'better-sqlite3';
import { describe, expect, vi } from 'vitest';
import { test } from '#server/testing/test-app.ts';

describe.runIf(process.env['MUNIMENT_TEST_DATABASE'] !== 'postgres')('statements of SQLite', () => {
  test('the access rule of a folder is prepared once, however long it is', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const reader = await testApp.user();
    await testApp.share(folderId, reader);
    const { id } = await owner.file({ folderId });
    await reader.get(`/api/files/${id}`);
    const prepare = vi.spyOn(SqliteDatabase.prototype, 'prepare');
    expect((await reader.get(`/api/files/${id}`)).status).toBe(200);
    const rules = prepare.mock.calls.filter(([text]) => text.includes('ancestors'));
    prepare.mockRestore();
    expect(rules).toEqual([]);
  });
});
