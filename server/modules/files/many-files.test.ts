import { sql } from 'kysely';
import { expect } from 'vitest';
import { isPostgres } from '#server/database/open-database.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { openAccessPage } from '#server/testing/link-client.ts';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

/** Beyond the number of files from which lists collect those of the visible folders. */
const HIGH_ID = 60_001;
const MANY_FOLDERS = 1_001;

/** Adds a file of somebody else, with an id as in an installation with many files. */
async function addLateFile(testApp: TestApp): Promise<void> {
  const unrelated = await testApp.user();
  const { db } = testApp.server.services;
  const next = sql.lit(HIGH_ID);
  await (isPostgres(db)
    ? sql`alter table files alter column id restart with ${next}`
    : sql`update sqlite_sequence set seq = ${next} where name = 'files'`
  ).execute(db);
  expect((await unrelated.file({ name: 'Unseen.txt' })).id).toBeGreaterThanOrEqual(HIGH_ID);
}

interface Listed {
  readonly id: number;
  readonly accessLevel: string;
  readonly folderId: number | null;
}

/** All files and those outside folders, page by page. */
async function listsOf(person: TestClient): Promise<Listed[][]> {
  const lists: Listed[][] = [];
  for (const query of ['limit=2', 'limit=1000', 'folderId=null&limit=2']) {
    const listed: Listed[] = [];
    for (let url: string | undefined = `/api/files?${query}`; url !== undefined; ) {
      const { status, body, headers } = await person.get(url);
      expect(status).toBe(200);
      listed.push(...body.map(({ id, accessLevel, folderId }: Listed) => ({ id, accessLevel, folderId })));
      url = /<(.+)>; rel="next"/.exec(String(headers['link']))?.[1];
    }
    lists.push(listed);
  }
  return lists;
}

/** A member of a group who sees files of a folder, a file in a hidden one, and neither a hidden file nor a draft. */
async function openMember(testApp: TestApp) {
  const { owner, root, inner, deep, file, group } = await openRoom(testApp);
  const member = await testApp.user();
  await addMembers(owner, group, member.email);
  const [hidden, shown] = [await owner.file({ folderId: inner.id }), await owner.file({ folderId: deep.id })];
  // A third one stays a draft.
  await owner.file({ folderId: deep.id });
  await testApp.server.services.db
    .updateTable('files')
    .set({ published_at: 0 })
    .where('id', 'in', [hidden.id, shown.id])
    .execute();
  await grant(owner, root.id, { folder: inner, group, level: 'view' });
  await grant(owner, root.id, { folder: deep, group, level: 'none' });
  const setFile = async (id: number, folderId: number, level: string) => {
    const { body: rows } = await owner.get(`/api/rooms/${root.id}/permissions?folderId=${folderId}`);
    const { version } = rows.find(
      (row: { kind: string; id: number }) => row.kind === 'file' && row.id === id,
    );
    const cells = [{ kind: 'file', id, groupId: group.id, level, version }];
    expect((await owner.patch(`/api/rooms/${root.id}/permissions`, { cells })).status).toBe(200);
  };
  await setFile(hidden.id, inner.id, 'none');
  await setFile(shown.id, deep.id, 'view');
  await member.file({ name: 'own.txt' });
  return { owner, member, root, file, shown };
}

test('lists of files are the same for everybody in an installation with many files', {
  tags: ['full'],
}, async ({ testApp }) => {
  const { owner, member, root, file, shown } = await openMember(testApp);
  const [collaborator, other] = [await testApp.user(), await testApp.user()];
  await testApp.share(root.id, collaborator);
  await collaborator.file({ name: 'mine.txt' });
  const deleted = await owner.file({ folderId: root.id });
  await owner.delete(`/api/files/${deleted.id}`);
  const shared = await owner.folder('Beside');
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await owner.file({ name, folderId: shared.id });
  const guest = await testApp.visitor({ inviter: owner, folderIds: [shared.id] });
  const target = await owner.file({ name: 'linked.txt', folderId: (await owner.folder('Linked')).id });
  const settings = { level: 'view' };
  const { body: link } = await owner.post('/api/links', {
    name: 'One',
    targets: [{ kind: 'file', id: target.id }],
    settings,
  });
  const linked = openAccessPage(testApp.server, link.url);
  await linked.submit('email', { email: 'guest@example.test' });
  await linked.submit('enter');
  const people: TestClient[] = [owner, member, collaborator, other, guest, linked];
  const before = await Promise.all(people.map(listsOf));
  const [, ofMember = [], , ofOther, ofGuest = [], ofLinked] = before;
  expect(ofMember[1]?.map(({ id }) => id)).toEqual(expect.arrayContaining([file.id, shown.id]));
  expect(ofMember[1]).toHaveLength(3);
  expect(ofMember[2]?.map(({ id }) => id)).toContain(shown.id);
  expect([ofOther, ofGuest[1]?.length]).toEqual([[[], [], []], 3]);
  expect(ofLinked?.map((list) => list.map(({ id }) => id))).toEqual([[target.id], [target.id], []]);
  await addLateFile(testApp);
  expect(await Promise.all(people.map(listsOf))).toEqual(before);

  // The files of people who see more folders are listed in another way.
  const { db } = testApp.server.services;
  const folders = Array.from({ length: MANY_FOLDERS }, (_, nth) => ({
    name: `Folder ${nth}`,
    parent_id: root.id,
    owner_id: owner.id,
    created_at: 0,
  }));
  for (let at = 0; at < folders.length; at += 200)
    await db
      .insertInto('folders')
      .values(folders.slice(at, at + 200))
      .execute();
  expect(await Promise.all(people.map(listsOf))).toEqual(before);
});
