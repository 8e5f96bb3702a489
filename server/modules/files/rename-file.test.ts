import { describe, expect } from 'vitest';
import { test } from '#server/testing/test-app.ts';

describe('PATCH /api/files/:id', () => {
  test('the uploader and an administrator may rename a file, other members may not', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const collaborator = await testApp.user();
    await testApp.share(folderId, collaborator);
    const { id } = await owner.file({ folderId, name: 'before.txt' });
    const url = `/api/files/${id}`;
    expect((await collaborator.patch(url, { name: 'x.txt' })).status).toBe(403);
    expect((await (await testApp.user()).patch(url, { name: 'x.txt' })).status).toBe(404);
    expect((await owner.patch(url, { name: ' after.md ' })).body).toMatchObject({
      name: 'after.md',
      fileType: 'md',
    });
    const admin = await testApp.user({ isAdmin: true });
    expect((await admin.patch(url, { name: 'last.txt' })).body.name).toBe('last.txt');
    const rows = await testApp.server.services.db
      .selectFrom('audit_log')
      .select(['object_name', 'details'])
      .where('action', '=', 'file.rename')
      .where('object_id', '=', id)
      .orderBy('position')
      .execute();
    expect(rows).toEqual([
      { object_name: 'before.txt', details: '{"to":"after.md"}' },
      { object_name: 'after.md', details: '{"to":"last.txt"}' },
    ]);
  });

  test('a name is stored in its composed form, however it is sent', async ({ testApp }) => {
    const owner = await testApp.user();
    const [composed, decomposed] = ['Übersicht.txt', 'U\u0308bersicht.txt'];
    const file = await owner.file({ name: decomposed });
    expect(file.name).toBe(composed);
    await owner.patch(`/api/files/${file.id}`, { name: 'other.txt' });
    expect((await owner.patch(`/api/files/${file.id}`, { name: decomposed })).body.name).toBe(composed);
    expect((await owner.folder('Vertra\u0308ge')).name).toBe('Verträge');
    // 150 letters with a mark each, which are no longer too long once they are composed.
    expect((await owner.folder('e\u0301'.repeat(150))).name).toBe('é'.repeat(150));
  });

  test.for(['', '  ', 'a/b', '..', 'a\nb', 'x'.repeat(256)])(
    'the file name %j is refused',
    async (name, { testApp }) => {
      const owner = await testApp.user();
      const { id } = await owner.file({ name: 'kept.txt' });
      const answer = await owner.patch(`/api/files/${id}`, { name });
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['name']]);
      expect((await owner.get(`/api/files/${id}`)).body.name).toBe('kept.txt');
    },
  );

  test('search finds a renamed file, and its text once its type has one', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'parcel.bin', content: 'The zeppelin clause binds both.' });
    const found = async (query: string) => {
      await testApp.finishJobs();
      const { relatedDocuments } = (await owner.get(`/api/search?query=${query}`)).body;
      return relatedDocuments.map(({ fileId }: { fileId: number }) => fileId);
    };
    expect(await found('zeppelin')).toEqual([]);
    await owner.patch(`/api/files/${id}`, { name: 'quarry.txt' });
    expect(await found('zeppelin')).toEqual([id]);
    expect(await found('quarry')).toEqual([id]);
    await owner.patch(`/api/files/${id}`, { name: 'lighthouse.txt' });
    expect(await found('lighthouse')).toEqual([id]);
    expect(await found('quarry')).toEqual([]);
  });
});
