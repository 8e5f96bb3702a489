import { describe, expect } from 'vitest';
import { test } from '#server/testing/test-app.ts';

const ABSENT = { error: 'The requested file could not be found.', code: 'not-found' };

describe('GET /api/files', () => {
  test("a folder's files are listed newest first with the caller's access level", async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const first = await owner.file({ name: 'first.txt', folderId: folder.id });
    const second = await owner.file({ name: 'second.txt', folderId: folder.id });
    await owner.file({ name: 'root.txt' });
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
    const answer = await visitor.get(`/api/files?folderId=${folder.id}`);
    expect(answer.body.map((file: { id: number }) => file.id)).toEqual([second.id, first.id]);
    expect(answer.body[0].accessLevel).toBe('visitor');
    expect(answer.body[0]).not.toHaveProperty('content');
  });

  test("the root lists only the caller's own files, and without a folder all visible ones are listed", async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const other = await testApp.user();
    const folder = await owner.folder();
    await owner.file({ name: 'inside.txt', folderId: folder.id });
    await owner.file({ name: 'root.txt' });
    await other.file({ name: 'foreign.txt' });
    const names = (answer: { body: { name: string }[] }) => answer.body.map(({ name }) => name);
    expect(names(await owner.get('/api/files?folderId=null'))).toEqual(['root.txt']);
    expect(names(await owner.get('/api/files'))).toEqual(['root.txt', 'inside.txt']);
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
    expect(names(await visitor.get('/api/files'))).toEqual(['inside.txt']);
    expect(names(await visitor.get('/api/files?folderId=null'))).toEqual([]);
    expect((await other.get(`/api/files?folderId=${folder.id}`)).status).toBe(404);
    expect((await testApp.anonymous.get('/api/files')).status).toBe(401);
  });

  test('an administrator sees every file', async ({ testApp }) => {
    const file = await (await testApp.user()).file({ name: 'theirs.txt' });
    const admin = await testApp.user({ isAdmin: true });
    const ids = (await admin.get('/api/files')).body.map(({ id }: { id: number }) => id);
    expect(ids).toContain(file.id);
    expect((await admin.get(`/api/files/${file.id}`)).status).toBe(200);
  });

  test('files are paginated newest first', async ({ testApp }) => {
    const owner = await testApp.user();
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await owner.file({ name });
    const first = await owner.get('/api/files?folderId=null&limit=2');
    expect(first.body.map(({ name }: { name: string }) => name)).toEqual(['c.txt', 'b.txt']);
    await owner.file({ name: 'later.txt' });
    const next = /<(.+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '';
    expect((await owner.get(next)).body.map(({ name }: { name: string }) => name)).toEqual(['a.txt']);
  });
});

describe('GET /api/files/:id', () => {
  test('a text file is returned with its text, a document with its first words', async ({ testApp }) => {
    const owner = await testApp.user();
    const note = await owner.file({ name: 'note.md', content: '# Größe\n\nText' });
    expect((await owner.get(`/api/files/${note.id}`)).body.content).toBe('# Größe\n\nText');
    const wide = await owner.file({ name: 'note.txt', content: Buffer.from('\ufeffGröße', 'utf16le') });
    expect((await owner.get(`/api/files/${wide.id}`)).body.content).toBe('Größe');
    // As Russian Windows encoded 'Договор аренды нежилого помещения'.
    const lease = Buffer.from('Äîãîâîð àðåíäû íåæèëîãî ïîìåùåíèÿ', 'latin1');
    const { id } = await owner.file({ name: 'lease.txt', content: lease });
    expect((await owner.get(`/api/files/${id}`)).body.content).toBe('Договор аренды нежилого помещения');
    const image = await owner.file({ name: 'seal.png', content: 'not really' });
    expect((await owner.get(`/api/files/${image.id}`)).body.content).toBeNull();
    const pdf = await owner.file({ name: 'deed.pdf', content: 'not really' });
    expect((await owner.get(`/api/files/${pdf.id}`)).body.content).toBe('[PDF Document]');
  });

  test('a file of another user is refused like a missing one', async ({ testApp }) => {
    const file = await (await testApp.user()).file();
    const unrelatedUser = await testApp.user();
    for (const path of ['', '/view', '/download']) {
      const foreign = await unrelatedUser.get(`/api/files/${file.id}${path}`);
      const absent = await unrelatedUser.get(`/api/files/999999999${path}`);
      expect([foreign.status, foreign.body]).toEqual([404, ABSENT]);
      expect([absent.status, absent.body]).toEqual([404, ABSENT]);
    }
    expect((await testApp.anonymous.get(`/api/files/${file.id}`)).status).toBe(401);
  });

  test("an uploader in another user's folder loses sight of the file with their access", async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const collaborator = await testApp.user();
    await testApp.share(folderId, collaborator);
    const file = await collaborator.file({ folderId });
    await testApp.unshare(folderId, collaborator);
    expect((await collaborator.get(`/api/files/${file.id}`)).status).toBe(404);
    expect((await owner.get(`/api/files/${file.id}`)).status).toBe(200);
  });
});

describe('restricted files', () => {
  test('bytes and text of restricted files are sent to administrators only', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const file = await owner.file({ content: 'The secret price', folderId, allowDownload: false });
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folderId], mayDownload: true });
    const collaborator = await testApp.user();
    await testApp.share(folderId, collaborator);
    for (const asking of [owner, collaborator, visitor]) {
      expect((await asking.get(`/api/files/${file.id}`)).body).toMatchObject({
        content: null,
        allowDownload: false,
      });
      for (const path of ['view', 'download']) {
        const refused = await asking.get(`/api/files/${file.id}/${path}`);
        expect(refused.status).toBe(403);
        expect(refused.body.error).toBe(
          'You can view information about this file, but download is restricted.',
        );
        expect(refused.headers['etag']).toBeUndefined();
        const head = await asking.send({ method: 'HEAD', url: `/api/files/${file.id}/${path}` });
        expect([head.status, head.headers['etag']]).toEqual([403, undefined]);
      }
    }
    const admin = await testApp.user({ isAdmin: true });
    expect((await admin.get(`/api/files/${file.id}/download`)).bytes.toString()).toBe('The secret price');
  });

  test('a visitor downloads only with download permission', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const file = await owner.file({ folderId });
    const plain = await testApp.visitor({ inviter: owner, folderIds: [folderId] });
    const welcome = await testApp.visitor({ inviter: owner, folderIds: [folderId], mayDownload: true });
    expect((await plain.get(`/api/files/${file.id}/download`)).status).toBe(403);
    expect((await welcome.get(`/api/files/${file.id}/download`)).status).toBe(200);
  });

  test('PATCH /api/files/:id/allow-download is for administrators', async ({ testApp }) => {
    const owner = await testApp.user();
    const file = await owner.file();
    const url = `/api/files/${file.id}/allow-download`;
    expect((await owner.patch(url, { allowDownload: false })).status).toBe(403);
    expect((await (await testApp.user()).patch(url, { allowDownload: false })).status).toBe(404);
    const admin = await testApp.user({ isAdmin: true });
    expect((await admin.patch(url, { allowDownload: false })).body.allowDownload).toBe(false);
    expect((await owner.get(`/api/files/${file.id}/download`)).status).toBe(403);
    const wrong = await admin.patch(url, { allowDownload: 'no' });
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ['allowDownload']]);
  });
});

describe('PATCH /api/files/:id/move', () => {
  test('the uploader and an administrator may move a file, other members may not', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const collaborator = await testApp.user();
    await testApp.share(folderId, collaborator);
    const file = await owner.file({ folderId });
    const url = `/api/files/${file.id}/move`;
    expect((await collaborator.patch(url, { folderId: null })).status).toBe(403);
    expect((await owner.patch(url, { folderId: null })).body.folderId).toBeNull();
    const theirs = await collaborator.folder();
    expect((await owner.patch(url, { folderId: theirs.id })).status).toBe(404);
    const admin = await testApp.user({ isAdmin: true });
    expect((await admin.patch(url, { folderId })).body.folderId).toBe(folderId);
    for (const body of [{}, { folderId: '1' }, { folderId, name: 'x' }]) {
      expect((await owner.patch(url, body)).status).toBe(400);
    }
  });
});

describe('DELETE /api/files/:id', () => {
  test('a deleted file leaves every list and link at once', async ({ testApp }) => {
    const owner = await testApp.user();
    const file = await owner.file();
    expect((await owner.delete(`/api/files/${file.id}`)).body).toEqual({ success: true });
    for (const path of ['', '/view', '/download']) {
      expect((await owner.get(`/api/files/${file.id}${path}`)).status).toBe(404);
    }
    expect((await owner.get('/api/files')).body).toEqual([]);
    expect((await owner.delete(`/api/files/${file.id}`)).status).toBe(404);
  });

  test("a collaborator may not delete another's file, and an unrelated user does not see it", async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const file = await owner.file({ folderId });
    const collaborator = await testApp.user();
    await testApp.share(folderId, collaborator);
    expect((await collaborator.delete(`/api/files/${file.id}`)).status).toBe(403);
    expect((await (await testApp.user()).delete(`/api/files/${file.id}`)).status).toBe(404);
    expect((await owner.get(`/api/files/${file.id}`)).status).toBe(200);
  });
});
