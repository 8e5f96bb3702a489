import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { testInParallel as test } from '#server/testing/test-app.ts';
import type { FileView } from '#shared/contracts/activity.ts';

const OWNER = '/api/file-views/owner';
const VIEWER = '/api/file-views/viewer';
const MINUTE = 60_000;

interface Reader {
  get(url: string): Promise<{ body: FileView[] }>;
}
const filesIn = async (reader: Reader, url: string) =>
  (await reader.get(url)).body.map(({ fileId }) => fileId);

describe('recording of views', () => {
  test('a view is shown to the owner and the viewer, with names, type, size and time', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const reader = await testApp.user();
    await testApp.share(folderId, reader);
    const file = await owner.file({ name: 'deed.pdf', folderId, content: '12345' });
    await reader.get(`/api/files/${file.id}/view`);
    const expected = [
      {
        id: expect.any(Number),
        fileId: file.id,
        viewedAt: new Date(testApp.server.services.now()).toISOString(),
        file: { name: 'deed.pdf', fileType: 'pdf', size: 5 },
        viewer: { username: reader.username },
        owner: { username: owner.username },
        ms: 0,
      },
    ];
    expect((await owner.get(OWNER)).body).toEqual(expected);
    expect((await reader.get(VIEWER)).body).toEqual(expected);
    expect((await owner.get(VIEWER)).body).toEqual([]);
    expect((await reader.get(OWNER)).body).toEqual([]);
  });

  test('a text whose view the audit log cannot take is not sent, and leaves no view', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const reader = await testApp.user();
    await testApp.share(folderId, reader);
    const { id } = await owner.file({ name: 'deed.txt', folderId, content: 'secret' });
    const { db } = testApp.server.services;
    await sql`alter table audit_head rename to audit_head_away`.execute(db);
    const refused = await reader.get(`/api/files/${id}`);
    await sql`alter table audit_head_away rename to audit_head`.execute(db);
    expect(refused.status).toBe(500);
    expect(JSON.stringify(refused.body)).not.toContain('secret');
    expect(await filesIn(owner, OWNER)).toEqual([]);
    expect((await reader.get(`/api/files/${id}`)).body).toMatchObject({ content: 'secret' });
    expect(await filesIn(owner, OWNER)).toEqual([id]);
  });

  test('ten minutes of concurrent range requests are one view', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const reader = await testApp.user();
    await testApp.share(folderId, reader);
    const { id } = await owner.file({ folderId, content: 'x'.repeat(100) });
    const look = (start: number) =>
      reader.get(`/api/files/${id}/view`, { range: `bytes=${start}-${start + 1}` });
    await Promise.all([0, 10, 20, 30, 40, 50].map(look));
    testApp.advanceClock(10 * MINUTE - 1);
    await look(0);
    expect(await filesIn(owner, OWNER)).toEqual([id]);
    testApp.advanceClock(1);
    await Promise.all([look(0), look(2)]);
    expect(await filesIn(owner, OWNER)).toEqual([id, id]);
  });

  test("a visitor's view shows the e-mail address, the same for two invitations", async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const file = await owner.file({ folderId });
    for (const _invitation of [1, 2]) {
      const visitor = await testApp.visitor({ inviter: owner, folderIds: [folderId], mayDownload: true });
      expect((await visitor.get(`/api/files/${file.id}/view`)).status).toBe(200);
    }
    const views = (await owner.get(OWNER)).body;
    expect(views.map(({ viewer }: FileView) => viewer.username)).toEqual(['visitor@example.test']);
  });

  test('no view is recorded for owners, refused requests and HEAD', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const reader = await testApp.user();
    await testApp.share(folderId, reader);
    const open = await owner.file({ folderId });
    const restricted = await owner.file({ folderId, allowDownload: false });
    await owner.get(`/api/files/${open.id}/view`);
    await reader.get(`/api/files/${restricted.id}/view`);
    await (await testApp.user()).get(`/api/files/${open.id}/view`);
    await reader.send({ method: 'HEAD', url: `/api/files/${open.id}/view` });
    await reader.get(`/api/files/${open.id}/download`);
    expect((await owner.get(OWNER)).body).toEqual([]);
  });

  test('the response that contains a text file is a view of it', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const reader = await testApp.user();
    await testApp.share(folderId, reader);
    const text = await owner.file({ folderId, name: 'note.md' });
    const pdf = await owner.file({ folderId, name: 'deed.pdf' });
    for (const { id } of [text, pdf]) await reader.get(`/api/files/${id}`);
    expect(await filesIn(owner, OWNER)).toEqual([text.id]);
  });

  test('the download of a file without preview is a view', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const reader = await testApp.user();
    await testApp.share(folderId, reader);
    const { id } = await owner.file({ folderId, name: 'plan.dwg' });
    await reader.get(`/api/files/${id}/download`);
    expect(await filesIn(owner, OWNER)).toEqual([id]);
  });
});

describe('lists of views', () => {
  test('deleted files and files that the viewer may no longer see leave the lists of views', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const reader = await testApp.user();
    await testApp.share(folderId, reader);
    const [kept, gone] = [await owner.file({ folderId }), await owner.file({ folderId })];
    for (const { id } of [kept, gone]) await reader.get(`/api/files/${id}/view`);
    await owner.delete(`/api/files/${gone.id}`);
    expect(await filesIn(owner, OWNER)).toEqual([kept.id]);
    expect(await filesIn(reader, VIEWER)).toEqual([kept.id]);
    await testApp.unshare(folderId, reader);
    expect(await filesIn(reader, VIEWER)).toEqual([]);
    expect(await filesIn(owner, OWNER)).toEqual([kept.id]);
  });

  test('a removed uploader sees no views, and a new owner sees those of others', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const uploader = await testApp.user();
    await testApp.share(folderId, uploader);
    const { id } = await uploader.file({ folderId });
    await owner.get(`/api/files/${id}/view`);
    const admin = await testApp.user({ isAdmin: true });
    await admin.get(`/api/files/${id}/view`);
    expect(await filesIn(uploader, OWNER)).toEqual([id, id]);
    await testApp.unshare(folderId, uploader);
    expect(await filesIn(uploader, OWNER)).toEqual([]);
    const { db } = testApp.server.services;
    await db.updateTable('files').set({ owner_id: owner.id }).where('id', '=', id).execute();
    const views = (await owner.get(OWNER)).body;
    expect(views.map(({ viewer }: FileView) => viewer.username)).toEqual([admin.username]);
  });

  test('lists of views are paginated, newest first, and for users only', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const reader = await testApp.user();
    await testApp.share(folderId, reader);
    const ids: number[] = [];
    for (let at = 0; at < 3; at += 1) {
      const { id } = await owner.file({ folderId });
      ids.unshift(id);
      await reader.get(`/api/files/${id}/view`);
    }
    const first = await owner.get(`${OWNER}?limit=2`);
    expect(first.body.map(({ fileId }: FileView) => fileId)).toEqual(ids.slice(0, 2));
    const next = /<(.+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '';
    expect(await filesIn(owner, next)).toEqual(ids.slice(2));
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folderId] });
    for (const url of [OWNER, VIEWER]) {
      expect((await visitor.get(url)).status).toBe(403);
      expect((await testApp.anonymous.get(url)).status).toBe(401);
    }
  });
});
