import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { Change } from '#shared/contracts/changes/changes.ts';

const HOUR_MS = 3_600_000;

const changesOf = async (person: TestClient, query = ''): Promise<Change[]> => {
  const answer = await person.get(`/api/changes${query && `?${query}`}`);
  expect(answer.status).toBe(200);
  return answer.body;
};

/** The kinds, names and values of changes, newest first. */
const brief = (changes: readonly Change[]) =>
  changes.map(({ kind, entry, from, to }) => [kind, entry.name, from, to]);

const replace = (person: TestClient, id: number, content: string) =>
  person.form(`/api/files/${id}/versions`, [{ name: 'file', value: content, filename: 'note.txt' }]);

const withdraw = (person: TestClient, id: number, number: number) =>
  person.post(`/api/files/${id}/versions/${number}/withdraw`, { reason: 'A wrong price.' });

/** Creates a folder of an owner with a collaborator and a visitor, who have all visited it. */
async function visitedFolder(testApp: TestApp) {
  const [owner, collaborator] = [await testApp.user(), await testApp.user()];
  const folder = await owner.folder('Deal');
  await testApp.share(folder.id, collaborator);
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
  const people = { owner, collaborator, visitor };
  for (const person of Object.values(people)) await changesOf(person);
  return { ...people, folder, leave: () => testApp.advanceClock(HOUR_MS) };
}

describe('GET /api/changes', () => {
  test('what others added, renamed and moved since the last visit is listed, newest first', async ({
    testApp,
  }) => {
    const { owner, collaborator, visitor, folder, leave } = await visitedFolder(testApp);
    leave();
    const { id } = await owner.file({ name: 'Lease.txt', folderId: folder.id });
    const inner = await owner.folder('Annexes', folder.id);
    await owner.patch(`/api/files/${id}`, { name: 'Rent.txt' });
    await owner.patch(`/api/files/${id}/move`, { folderId: inner.id });
    await owner.file({ name: 'Outside.txt' });
    const found = await changesOf(collaborator);
    expect(brief(found)).toEqual([
      ['moved', 'Rent.txt', 'Deal', 'Annexes'],
      ['renamed', 'Rent.txt', 'Lease.txt', 'Rent.txt'],
      ['new', 'Annexes', null, null],
      ['new', 'Rent.txt', null, null],
    ]);
    expect(found[0]?.entry).toEqual({ kind: 'file', id, name: 'Rent.txt', folderId: inner.id });
    // A name from before is for members alone: readers may have got access afterwards.
    expect(brief(await changesOf(visitor))[1]).toEqual(['renamed', 'Rent.txt', null, 'Rent.txt']);
    expect(await changesOf(owner)).toEqual([]);
    // The visit lasts, and the list with it.
    expect(await changesOf(collaborator)).toEqual(found);
    leave();
    expect(await changesOf(collaborator)).toEqual([]);
    expect(await changesOf(await testApp.user(), 'since=2026-01-01T00:00:00Z')).toEqual([]);
  });

  test('changes are filtered by the access of the moment, and a granted access is a change', async ({
    testApp,
  }) => {
    const { owner, collaborator, folder, leave } = await visitedFolder(testApp);
    const late = await testApp.user();
    await changesOf(late);
    leave();
    await owner.file({ name: 'Lease.txt', folderId: folder.id });
    expect(await changesOf(late)).toEqual([]);
    await testApp.unshare(folder.id, collaborator);
    expect(await changesOf(collaborator)).toEqual([]);
    await owner.post(`/api/folders/${folder.id}/collaborators`, { userId: late.id });
    expect(brief(await changesOf(late)).at(0)).toEqual(['access', 'Deal', null, null]);
    expect((await changesOf(owner)).map(({ kind }) => kind)).not.toContain('access');
  });

  test('a folder limits the list to its content, and keeps a visit of its own', async ({ testApp }) => {
    const { owner, collaborator, folder, leave } = await visitedFolder(testApp);
    const other = await owner.folder('Other');
    await testApp.share(other.id, collaborator);
    await changesOf(collaborator, `folderId=${folder.id}`);
    leave();
    await owner.file({ name: 'Lease.txt', folderId: folder.id });
    await owner.file({ name: 'Other.txt', folderId: other.id });
    expect(brief(await changesOf(collaborator, `folderId=${folder.id}`))).toEqual([
      ['new', 'Lease.txt', null, null],
    ]);
    leave();
    // What was seen in the folder is no news on Home after that visit.
    await changesOf(collaborator, `folderId=${folder.id}`);
    expect((await changesOf(collaborator)).map(({ entry }) => entry.name)).not.toContain('Lease.txt');
    const unrelated = await testApp.user();
    expect((await unrelated.get(`/api/changes?folderId=${folder.id}`)).status).toBe(404);
    expect((await owner.get('/api/changes?since=yesterday')).status).toBe(400);
  });

  test('entries in the trash are left out, also below a folder in the trash', async ({ testApp }) => {
    const { owner, collaborator, folder, leave } = await visitedFolder(testApp);
    leave();
    const inner = await owner.folder('Inner', folder.id);
    const deep = await owner.folder('Deep', inner.id);
    await owner.file({ name: 'Deep.txt', folderId: deep.id });
    const { id } = await owner.file({ name: 'Gone.txt', folderId: folder.id });
    await owner.file({ name: 'Kept.txt', folderId: folder.id });
    await owner.delete(`/api/files/${id}`);
    expect(brief(await changesOf(collaborator)).map(([, name]) => name)).toEqual([
      'Kept.txt',
      'Deep.txt',
      'Deep',
      'Inner',
    ]);
    await owner.delete(`/api/folders/${inner.id}`);
    for (const query of ['', `folderId=${folder.id}&since=2026-01-01T00:00:00Z`])
      expect(brief(await changesOf(collaborator, query)).map(([, name]) => name)).toContain('Kept.txt');
    expect(brief(await changesOf(collaborator)).map(([, name]) => name)).toEqual(['Kept.txt']);
  });

  test('after many changes the list is the same', async ({ testApp }) => {
    const { owner, collaborator, visitor, folder, leave } = await visitedFolder(testApp);
    const unrelated = await testApp.user();
    leave();
    const inner = await owner.folder('Inner', folder.id);
    const { id } = await owner.file({ name: 'Lease.txt', folderId: inner.id });
    const people = [collaborator, visitor, unrelated];
    const queries = [
      'since=2026-01-01T00:00:00Z&limit=5',
      `folderId=${folder.id}&since=2026-01-01T00:00:00Z&limit=5`,
    ];
    const read = () =>
      Promise.all(
        people.flatMap((person) =>
          queries.map(async (query) => (await person.get(`/api/changes?${query}`)).body),
        ),
      );
    const few = await read();
    const rows = Array.from({ length: 1_100 }, () => ({
      root_folder_id: folder.id,
      kind: 'access' as const,
      entry_kind: 'file' as const,
      entry_id: id,
      from_value: null,
      to_value: null,
      changed_at: testApp.server.services.now(),
      author_id: null,
      reader_group_id: null,
    }));
    const { db } = testApp.server.services;
    for (const reader_user_id of [collaborator, unrelated].map((person) => ('id' in person ? person.id : 0)))
      await db
        .insertInto('changes')
        .values(rows.map((row) => ({ ...row, reader_user_id })))
        .execute();
    const many = await read();
    const newest = (listed: unknown) => JSON.stringify(listed).includes('Lease.txt');
    expect(many.map(newest)).toEqual(few.map(newest));
    // A visitor gets none of these rows.
    expect(many.slice(2, 4)).toEqual(few.slice(2, 4));
    expect(many[0]).toHaveLength(5);
  });

  test('pages of the list follow each other', async ({ testApp }) => {
    const { owner, collaborator, folder, leave } = await visitedFolder(testApp);
    leave();
    for (const name of ['1.txt', '2.txt', '3.txt']) await owner.file({ name, folderId: folder.id });
    const first = await collaborator.get('/api/changes?limit=2');
    expect(brief(first.body).map(([, name]) => name)).toEqual(['3.txt', '2.txt']);
    const next = /<([^>]*)>/.exec(String(first.headers['link']))?.[1] ?? '';
    expect(brief((await collaborator.get(next)).body).map(([, name]) => name)).toEqual(['1.txt']);
  });
});

describe('versions', () => {
  const CONTENT = ['replaced', 'withdrawn'];
  const contentChanges = async (person: TestClient) =>
    brief(await changesOf(person)).filter(([kind]) => CONTENT.includes(String(kind)));

  test('a replacement names the versions to members, and the current one to readers', async ({ testApp }) => {
    const { owner, collaborator, visitor, folder, leave } = await visitedFolder(testApp);
    const { id } = await collaborator.file({ folderId: folder.id });
    leave();
    await replace(collaborator, id, 'Second.');
    await replace(collaborator, id, 'Third.');
    expect(await contentChanges(owner)).toEqual([
      ['replaced', 'note.txt', '2', '3'],
      ['replaced', 'note.txt', '1', '2'],
    ]);
    expect(await contentChanges(visitor)).toEqual([['replaced', 'note.txt', null, '3']]);
  });

  test('who may not open a withdrawn version does not learn of it', async ({ testApp }) => {
    const { owner, collaborator, visitor, folder, leave } = await visitedFolder(testApp);
    const { id } = await owner.file({ folderId: folder.id });
    for (const person of [collaborator, visitor]) await changesOf(person);
    leave();
    await replace(owner, id, 'Second.');
    await withdraw(owner, id, 2);
    // The current version is the one that they know.
    for (const person of [collaborator, visitor]) expect(await contentChanges(person)).toEqual([]);
    leave();
    for (const person of [collaborator, visitor]) await changesOf(person);
    await replace(owner, id, 'Third.');
    for (const person of [collaborator, visitor]) await changesOf(person);
    leave();
    await withdraw(owner, id, 1);
    for (const person of [collaborator, visitor]) expect(await contentChanges(person)).toEqual([]);
    await replace(owner, id, 'Fourth.');
    await withdraw(owner, id, 3);
    // The version that they knew is withdrawn: its number is not said.
    expect(await contentChanges(collaborator)).toEqual([['replaced', 'note.txt', null, '4']]);
    expect(await contentChanges(visitor)).toEqual([['replaced', 'note.txt', null, '4']]);
  });

  test('owners see a withdrawal with both versions', async ({ testApp }) => {
    const { owner, collaborator, folder, leave } = await visitedFolder(testApp);
    const { id } = await collaborator.file({ folderId: folder.id });
    await replace(collaborator, id, 'Second.');
    await changesOf(owner);
    leave();
    await withdraw(collaborator, id, 2);
    expect((await contentChanges(owner)).at(0)).toEqual(['withdrawn', 'note.txt', '2', '1']);
  });
});

describe('rooms', () => {
  /** Creates a room whose group has a member who has visited. */
  async function roomWithMember(testApp: TestApp) {
    const room = await openRoom(testApp);
    const member = await testApp.user();
    await addMembers(room.owner, room.group, member.email);
    await changesOf(member);
    testApp.advanceClock(HOUR_MS);
    return { ...room, member };
  }

  test('drafts are no news to groups before they are published, also at a date', async ({ testApp }) => {
    const { owner, root, inner, group, member } = await roomWithMember(testApp);
    await grant(owner, root.id, { folder: inner, group, level: 'view' });
    await owner.post(`/api/rooms/${root.id}/publications`, {});
    await changesOf(member);
    testApp.advanceClock(HOUR_MS);
    await changesOf(member);
    await owner.file({ name: 'Draft.txt', folderId: inner.id });
    expect(await changesOf(member)).toEqual([]);
    const at = new Date(testApp.server.services.now() + 2 * HOUR_MS).toISOString();
    expect((await owner.post(`/api/rooms/${root.id}/publications`, { at })).status).toBe(201);
    expect(await changesOf(member)).toEqual([]);
    testApp.advanceClock(HOUR_MS);
    // A visit in between does not make them seen.
    expect(await changesOf(member)).toEqual([]);
    testApp.advanceClock(2 * HOUR_MS);
    expect(brief(await changesOf(member))).toEqual([['new', 'Draft.txt', null, null]]);
    testApp.advanceClock(HOUR_MS);
    expect(await changesOf(member)).toEqual([]);
  });

  test('a level that a group gets is a change for its members alone', async ({ testApp }) => {
    const { owner, root, inner, group, member } = await roomWithMember(testApp);
    await owner.post(`/api/rooms/${root.id}/publications`, {});
    expect(await changesOf(member)).toEqual([]);
    await grant(owner, root.id, { folder: inner, group, level: 'view' });
    expect(brief(await changesOf(member)).at(0)).toEqual(['access', 'Finance', null, null]);
    const other = await testApp.user();
    const { body } = await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Bidder B' });
    await addMembers(owner, body, other.email);
    expect(await changesOf(other, 'since=2026-01-01T00:00:00Z')).toEqual([]);
  });
});

describe('POST /api/changes/seen', () => {
  test('what is marked is no news any more, and what comes later is', async ({ testApp }) => {
    const { owner, collaborator, folder, leave } = await visitedFolder(testApp);
    leave();
    await owner.file({ name: '1.txt', folderId: folder.id });
    const [first] = await changesOf(collaborator);
    const answer = await collaborator.post('/api/changes/seen', { position: first?.position });
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect(await changesOf(collaborator)).toEqual([]);
    await collaborator.post('/api/changes/seen', { position: 1_000_000_000 });
    leave();
    await owner.file({ name: '2.txt', folderId: folder.id });
    expect(brief(await changesOf(collaborator)).map(([, name]) => name)).toEqual(['2.txt']);
    const unrelated = await testApp.user();
    const refused = await unrelated.post('/api/changes/seen', { position: 1, folderId: folder.id });
    expect(refused.status).toBe(404);
  });

  test('a change that is rolled back leaves no entry', async ({ testApp }) => {
    const { owner, collaborator, folder, leave } = await visitedFolder(testApp);
    leave();
    const { id } = await owner.file({ name: '1.txt', folderId: folder.id });
    expect((await replace(owner, id, 'A note.')).status).toBe(409);
    expect(brief(await changesOf(collaborator))).toEqual([['new', '1.txt', null, null]]);
  });
});
