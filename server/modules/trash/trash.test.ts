import { describe, expect } from 'vitest';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { Trashed } from '#shared/contracts/trash.ts';

const ABSENT = { error: 'This item is no longer in the trash.', code: 'not-found' };
const DAY_MS = 24 * 60 * 60 * 1000;

type Person = Awaited<ReturnType<TestApp['user']>>;

const namesIn = async (person: Person): Promise<string[]> =>
  (await person.get('/api/trash')).body.map(({ name }: Trashed) => name);

/** Creates a folder with a collaborator who created a folder inside. */
async function openShared(testApp: TestApp) {
  const owner = await testApp.user();
  const top = await owner.folder('Top');
  const collaborator = await testApp.user();
  await testApp.share(top.id, collaborator);
  const inner = await collaborator.folder('Inner', top.id);
  return { owner, top, collaborator, inner };
}

describe('GET /api/trash', () => {
  test('items that were deleted themselves are listed newest first, with their content', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const top = await owner.folder('Top');
    const below = await owner.folder('Below', top.id);
    await owner.file({ folderId: below.id, content: '12345' });
    const early = await owner.file({ name: 'early.txt', folderId: below.id, content: '123' });
    const form = [{ name: 'file', value: '1234', filename: 'early.txt' }];
    expect((await owner.form(`/api/files/${early.id}/versions`, form)).status).toBe(201);
    await owner.delete(`/api/files/${early.id}`);
    expect((await owner.get('/api/trash')).body[0].fromFolder).toEqual({ id: below.id, name: 'Below' });
    await owner.delete(`/api/folders/${top.id}`);
    const now = testApp.server.services.now();
    const common = {
      deletedAt: new Date(now).toISOString(),
      purgeAt: new Date(now + 30 * DAY_MS).toISOString(),
      fromFolder: null,
      fileCount: 1,
    };
    expect((await owner.get('/api/trash')).body).toEqual([
      { ...common, kind: 'folder', id: top.id, name: 'Top', size: 5 },
      { ...common, kind: 'file', id: early.id, name: 'early.txt', size: 4, versions: 2 },
    ]);
  });

  test('users list their own deleted items, administrators those of all users', async ({ testApp }) => {
    const { owner, top, collaborator } = await openShared(testApp);
    const file = await owner.file({ name: 'mine.txt', folderId: top.id });
    const theirs = await collaborator.file({ name: 'theirs.txt', folderId: top.id });
    await owner.delete(`/api/files/${file.id}`);
    await collaborator.delete(`/api/files/${theirs.id}`);
    expect(await namesIn(owner)).toEqual(['mine.txt']);
    expect(await namesIn(collaborator)).toEqual(['theirs.txt']);
    expect(await namesIn(await testApp.user())).toEqual([]);
    const admin = await testApp.user({ isAdmin: true });
    expect(await namesIn(admin)).toEqual(expect.arrayContaining(['theirs.txt', 'mine.txt']));
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [top.id] });
    expect((await visitor.get('/api/trash')).status).toBe(403);
  });

  test('a removed collaborator finds nothing of the folder in the trash, and can do nothing there', async ({
    testApp,
  }) => {
    const { owner, top, collaborator, inner } = await openShared(testApp);
    const file = await collaborator.file({ folderId: top.id });
    await owner.file({ name: 'secret.txt', folderId: inner.id });
    await collaborator.delete(`/api/files/${file.id}`);
    await owner.delete(`/api/folders/${inner.id}`);
    expect(await namesIn(collaborator)).toEqual(['Inner', 'note.txt']);
    await testApp.unshare(top.id, collaborator);
    expect(await namesIn(collaborator)).toEqual([]);
    for (const thing of [`files/${file.id}`, `folders/${inner.id}`]) {
      const restored = await collaborator.post(`/api/trash/${thing}/restore`);
      const purged = await collaborator.delete(`/api/trash/${thing}`);
      expect([restored.status, restored.body, purged.status]).toEqual([404, ABSENT, 404]);
    }
    expect(await namesIn(owner)).toEqual(['Inner']);
  });

  test('pages follow one another, folders before files of the same instant', async ({ testApp }) => {
    const owner = await testApp.user();
    for (const name of ['a', 'b']) {
      const folder = await owner.folder(name);
      const file = await owner.file({ name: `${name}.txt` });
      await owner.delete(`/api/files/${file.id}`);
      await owner.delete(`/api/folders/${folder.id}`);
    }
    testApp.advanceClock(1000);
    await owner.delete(`/api/files/${(await owner.file({ name: 'newest.txt' })).id}`);
    const seen: string[] = [];
    let url = '/api/trash?limit=2';
    while (url !== '') {
      const page = await owner.get(url);
      seen.push(...page.body.map(({ name }: Trashed) => name));
      url = /<(.+)>; rel="next"/.exec(String(page.headers['link']))?.[1] ?? '';
    }
    expect(seen).toEqual(['newest.txt', 'b', 'a', 'b.txt', 'a.txt']);
    expect((await owner.get('/api/trash?cursor=1-thing-1')).body.fields).toEqual({
      cursor: 'Must come from the Link header',
    });
  });
});

describe('DELETE /api/trash/…', () => {
  test('a purged folder is gone at once, and finally all its rows, also of what was deleted from it earlier', async ({
    testApp,
  }) => {
    const { owner, top, collaborator, inner } = await openShared(testApp);
    const early = await owner.file({ name: 'early.txt', folderId: inner.id });
    await testApp.visitor({ inviter: owner, folderIds: [top.id] });
    const file = await owner.file({ folderId: inner.id });
    const { db } = testApp.server.services;
    await db
      .insertInto('file_views')
      .values({
        file_id: file.id,
        viewer_id: collaborator.id,
        viewer_email: null,
        viewed_at: 1,
        last_seen_at: 1,
      })
      .execute();
    await owner.delete(`/api/files/${early.id}`);
    await owner.delete(`/api/folders/${top.id}`);
    expect((await owner.delete(`/api/trash/folders/${top.id}`)).body).toEqual({ success: true });
    expect(await namesIn(owner)).toEqual([]);
    for (const thing of [`folders/${top.id}`, `files/${early.id}`])
      expect((await owner.post(`/api/trash/${thing}/restore`)).body).toEqual(ABSENT);
    await testApp.finishJobs();
    const count = async (table: 'files' | 'folders', ids: number[]) =>
      (await db.selectFrom(table).select('id').where('id', 'in', ids).execute()).length;
    expect(await count('folders', [top.id, inner.id])).toBe(0);
    expect(await count('files', [early.id, file.id])).toBe(0);
  });

  test('more files and folders than a batch are removed completely', async ({ testApp }) => {
    const owner = await testApp.user();
    const top = await owner.folder();
    const { blob_key } = await testApp.server.services.db
      .selectFrom('files')
      .select('blob_key')
      .where('id', '=', (await owner.file({ folderId: top.id })).id)
      .executeTakeFirstOrThrow();
    const { db } = testApp.server.services;
    const folder = { owner_id: owner.id, created_at: 1 };
    const ids: number[] = [];
    for (let parent = top.id, made = 0; made < 700; made += 1) {
      const { id } = await db
        .insertInto('folders')
        .values({ ...folder, name: 'f', parent_id: parent })
        .returning('id')
        .executeTakeFirstOrThrow();
      ids.push(id);
      parent = made % 50 === 49 ? top.id : id;
    }
    const file = {
      name: 'x.txt',
      file_type: 'txt',
      size: 1,
      allow_download: 1 as const,
      created_at: 1,
      blob_key,
    };
    await db
      .insertInto('files')
      .values(ids.map((id) => ({ ...file, folder_id: id, owner_id: owner.id })))
      .execute();
    await owner.delete(`/api/folders/${top.id}`);
    expect((await owner.get('/api/trash')).body).toMatchObject([{ fileCount: 701 }]);
    await owner.delete(`/api/trash/folders/${top.id}`);
    await testApp.finishJobs();
    const left = async (table: 'files' | 'folders') =>
      (await db.selectFrom(table).select('id').where('owner_id', '=', owner.id).execute()).length;
    expect([await left('files'), await left('folders')]).toEqual([0, 0]);
  });

  test("a collaborator cannot purge their own folder while it contains others' items", async ({
    testApp,
  }) => {
    const { owner, collaborator, inner } = await openShared(testApp);
    const others = await owner.file({ folderId: inner.id });
    await owner.delete(`/api/files/${others.id}`);
    await collaborator.delete(`/api/folders/${inner.id}`);
    const refused = await collaborator.delete(`/api/trash/folders/${inner.id}`);
    expect([refused.status, refused.body.error]).toEqual([
      403,
      expect.stringMatching(/^This folder contains items owned by others/),
    ]);
    expect((await collaborator.delete('/api/trash')).body).toEqual({ purged: 0, kept: 1 });
    expect((await owner.delete(`/api/trash/folders/${inner.id}`)).status).toBe(200);
  });

  test("items that are not in the trash, not deleted themselves or not one's own are not found", async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const inside = await owner.file({ folderId: folder.id });
    const active = await owner.file();
    await owner.delete(`/api/folders/${folder.id}`);
    const unrelatedUser = await testApp.user();
    for (const [person, thing] of [
      [owner, `files/${inside.id}`],
      [owner, `files/${active.id}`],
      [owner, 'files/999999999'],
      [unrelatedUser, `folders/${folder.id}`],
    ] as const) {
      const answers = [
        await person.delete(`/api/trash/${thing}`),
        await person.post(`/api/trash/${thing}/restore`),
      ];
      for (const { status, body } of answers) expect([status, body]).toEqual([404, ABSENT]);
    }
    expect((await owner.get(`/api/files/${active.id}`)).status).toBe(200);
  });

  test("emptying the trash purges only the caller's own items, also for an administrator", async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const admin = await testApp.user({ isAdmin: true });
    for (const person of [owner, admin]) await person.delete(`/api/files/${(await person.file()).id}`);
    const folder = await admin.folder();
    await admin.delete(`/api/folders/${folder.id}`);
    expect((await admin.delete('/api/trash')).body).toEqual({ purged: 2, kept: 0 });
    expect(await namesIn(owner)).toEqual(['note.txt']);
  });

  test('a purge is recorded, and the search index forgets the file', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.file({ content: 'the word quetzalcoatl' });
    await owner.delete(`/api/files/${id}`);
    await owner.delete(`/api/trash/files/${id}`);
    await testApp.finishJobs();
    const { db } = testApp.server.services;
    const acts = await db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'object_name'])
      .where('object_kind', '=', 'file')
      .where('object_id', '=', id)
      .where('action', '=', 'file.purge')
      .execute();
    expect(acts).toEqual([{ action: 'file.purge', actor_id: owner.id, object_name: 'note.txt' }]);
    const feed = await db.selectFrom('index_changes').select('file_id').where('file_id', '=', id).execute();
    expect(feed).toHaveLength(1);
  });
});
