import Papa from 'papaparse';
import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';
import type { Entry } from '#shared/contracts/rooms/order.ts';
import { expectNumbersOfFiles } from './testing/file-numbers.ts';

const CHANGED = 'The folder has changed. Reload it and try again.';

/** Lists the entries of a folder as `number name`. */
async function indexOf(client: TestClient, folderId: number): Promise<string[]> {
  const { status, body } = await client.get(`/api/folders/${folderId}/entries`);
  expect(status).toBe(200);
  return body.map(({ number, name }: Entry) => `${number} ${name}`);
}

/** Lists the index in the archive of a folder as `number name`. */
async function listArchive(client: TestClient, folderId: number): Promise<string[]> {
  const entries = await unzip((await client.get(`/api/folders/${folderId}/archive`)).bytes);
  const index = entries.find(({ path }) => path === 'index.csv')?.bytes.toString() ?? '';
  const rows = Papa.parse<string[]>(index, { skipEmptyLines: true }).data.slice(1);
  return rows.map(([number, name]) => `${number} ${name}`);
}

/** Creates a room with two folders and a file in the first, each a millisecond after the other. */
async function openIndex(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, deep } = room;
  testApp.advanceClock(1);
  const late = await owner.file({ name: 'late.txt', folderId: inner.id });
  const legal = await owner.folder('Legal', root.id);
  const publish = await owner.post(`/api/rooms/${root.id}/publications`, {});
  expect(publish.status).toBe(201);
  const order = (folderId: number, body: object) => owner.patch(`/api/folders/${folderId}/order`, body);
  return { ...room, late, legal, order, deep };
}

describe('numbers', () => {
  test('every entry of a room has a number, in the order of creation until somebody orders it', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, root, inner, deep, file, late } = await openIndex(testApp);
    expect(await indexOf(owner, root.id)).toEqual(['1 Finance', '2 Legal']);
    expect(await indexOf(owner, inner.id)).toEqual(['1.1 Salaries', `1.2 ${file.name}`, '1.3 late.txt']);
    expect((await owner.get(`/api/files/${late.id}`)).body.number).toBe('1.3');
    expect((await owner.get(`/api/folders/${deep.id}`)).body.number).toBe('1.1');
    expect((await owner.get(`/api/folders/${root.id}`)).body.number).toBeUndefined();
    const files = (await owner.get(`/api/files?folderId=${inner.id}`)).body;
    expect(files.map(({ number }: Entry) => number)).toEqual(['1.3', '1.2']);
    for (const path of ['/api/folders', '/api/folder-tree']) {
      const tree = (await owner.get(path)).body;
      expect(tree.map(({ id }: Entry) => id)).toContain(deep.id);
    }
  });

  test('entries of one instant have the same numbers in each list, also at the top of the room, ordered or not', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, root, inner, order } = await openIndex(testApp);
    for (const parent of [root, inner]) {
      const placeholder = await owner.post(`/api/folders/${parent.id}/placeholders`, { name: 'Lease' });
      await owner.folder('Tax', parent.id);
      const files = [];
      for (const name of ['a.txt', 'b.txt', 'c.txt'])
        files.push(await owner.file({ name, folderId: parent.id }));
      await expectNumbersOfFiles(owner, parent.id);
      for (const moved of [files[2], files[0]]) {
        const body = {
          kind: 'file',
          id: moved?.id,
          before: { kind: 'placeholder', id: placeholder.body.id },
        };
        expect((await order(parent.id, body)).status).toBe(200);
        await expectNumbersOfFiles(owner, parent.id);
      }
      await owner.delete(`/api/files/${files[1]?.id}`);
      await expectNumbersOfFiles(owner, parent.id);
    }
  });

  test('folders and files outside rooms have no number', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const inner = await owner.folder('Inner', folder.id);
    const file = await owner.file({ folderId: folder.id });
    const entries: Entry[] = (await owner.get(`/api/folders/${folder.id}/entries`)).body;
    expect(entries.map(({ kind, id, number }) => [kind, id, number])).toEqual([
      ['folder', inner.id, undefined],
      ['file', file.id, undefined],
    ]);
    const answer = await owner.patch(`/api/folders/${folder.id}/order`, {
      kind: 'file',
      id: file.id,
      before: null,
    });
    expect([answer.status, answer.body.error]).toEqual([409, 'Only the entries of a room have an order.']);
  });

  test('what is moved into a folder is appended, and a page continues after the last entry', async ({
    testApp,
  }) => {
    const { owner, inner, legal, file, late } = await openIndex(testApp);
    await owner.patch(`/api/files/${late.id}/move`, { folderId: legal.id });
    testApp.advanceClock(1);
    await owner.patch(`/api/files/${file.id}/move`, { folderId: legal.id });
    await owner.post('/api/files/bulk-move', {});
    expect(await indexOf(owner, legal.id)).toEqual(['2.1 late.txt', `2.2 ${file.name}`]);
    await owner.patch(`/api/folders/${inner.id}`, { parentId: legal.id });
    const first = await owner.get(`/api/folders/${legal.id}/entries?limit=2`);
    const next = /<(.*)>/.exec(String(first.headers['link']))?.[1] ?? '';
    expect((await owner.get(next)).body).toMatchObject([{ kind: 'folder', id: inner.id, number: '1.3' }]);
    await owner.delete(`/api/files/${file.id}`);
    expect(await owner.get(next)).toMatchObject({ status: 409, body: { error: CHANGED } });
  });
});

describe('order', () => {
  test('a folder or file is moved before another one or to the end, and the change is recorded', async ({
    testApp,
  }) => {
    const { owner, root, inner, deep, file, late, order } = await openIndex(testApp);
    const [a, b, c] = [
      { kind: 'folder', id: deep.id },
      { kind: 'file', id: file.id },
      { kind: 'file', id: late.id },
    ];
    expect((await order(inner.id, { ...c, before: a })).body).toEqual({ number: '1.1' });
    expect((await order(inner.id, { ...a, before: null })).body).toEqual({ number: '1.3' });
    expect((await order(inner.id, { ...a, before: a })).body).toEqual({ number: '1.3' });
    expect(await indexOf(owner, inner.id)).toEqual(['1.1 late.txt', `1.2 ${file.name}`, '1.3 Salaries']);
    await owner.delete(`/api/files/${b.id}`);
    expect(await indexOf(owner, inner.id)).toEqual(['1.1 late.txt', '1.2 Salaries']);
    await owner.post(`/api/trash/files/${b.id}/restore`);
    expect((await owner.get(`/api/files/${b.id}`)).body.number).toBe('1.2');
    const rows = await testApp.server.services.db
      .selectFrom('audit_log')
      .select(['object_kind', 'object_id', 'details'])
      .where('action', '=', 'room.order')
      .where('actor_id', '=', owner.id)
      .orderBy('position')
      .execute();
    expect(rows).toEqual([
      {
        object_kind: 'file',
        object_id: c.id,
        details: JSON.stringify({ inRoom: root.id, folderId: inner.id, number: '1.1' }),
      },
      {
        object_kind: 'folder',
        object_id: a.id,
        details: JSON.stringify({ inRoom: root.id, folderId: inner.id, number: '1.3' }),
      },
    ]);
  });

  test('an order beside an entry that has moved is refused, like one of an unknown entry', async ({
    testApp,
  }) => {
    const { owner, inner, legal, file, late, order } = await openIndex(testApp);
    const key = { kind: 'file', id: file.id };
    await owner.patch(`/api/files/${late.id}/move`, { folderId: legal.id });
    for (const body of [
      { ...key, before: { kind: 'file', id: late.id } },
      { kind: 'file', id: late.id, before: key },
      { ...key, before: { kind: 'folder', id: 999_999 } },
      { kind: 'file', id: 999_999, before: null },
    ]) {
      const answer = await order(inner.id, body);
      expect([answer.status, answer.body.error]).toEqual([409, CHANGED]);
    }
  });

  test('only the staff of a folder order it', { tags: ['sqlite'] }, async ({ testApp }) => {
    const { owner, root, inner, file, group } = await openIndex(testApp);
    const [editor, member, other] = [await testApp.user(), await testApp.user(), await testApp.user()];
    await testApp.share(root.id, editor);
    await addMembers(owner, group, member.email);
    await grant(owner, root.id, { folder: inner, group, level: 'original' });
    const body = { kind: 'file', id: file.id, before: null };
    const statusFor = async (client: TestClient) =>
      (await client.patch(`/api/folders/${inner.id}/order`, body)).status;
    expect([await statusFor(editor), await statusFor(member), await statusFor(other)]).toEqual([
      200, 403, 404,
    ]);
    await testApp.unshare(root.id, editor);
    expect(await statusFor(editor)).toBe(404);
  });
});

describe('numbers of a group', () => {
  async function openGroup(testApp: TestApp) {
    const room = await openIndex(testApp);
    const { owner, root, legal, group } = room;
    const member = await testApp.user();
    await addMembers(owner, group, member.email);
    await grant(owner, root.id, { folder: legal, group, level: 'view' });
    testApp.advanceClock(1);
    await owner.folder('Draft', legal.id);
    const rental = await owner.folder('Rental', legal.id);
    testApp.advanceClock(1);
    const lease = await owner.file({ name: 'lease.txt', folderId: legal.id });
    const annex = await owner.file({ name: 'annex.txt', folderId: rental.id });
    await testApp.server.services.db
      .updateTable('folders')
      .set({ published_at: 0 })
      .where('id', '=', rental.id)
      .execute();
    await testApp.server.services.db
      .updateTable('files')
      .set({ published_at: 0 })
      .where('id', 'in', [lease.id, annex.id])
      .execute();
    return { ...room, member, rental, lease, annex };
  }

  test('a group sees the numbers of the staff, with gaps where it sees nothing', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, member, root, inner, legal, rental, lease, annex } = await openGroup(testApp);
    expect(await indexOf(member, legal.id)).toEqual(['2.2 Rental', '2.3 lease.txt']);
    expect(await indexOf(member, rental.id)).toEqual(['2.2.1 annex.txt']);
    const tree = (await member.get('/api/folders')).body;
    expect(tree.map(({ number }: Entry) => number)).toEqual(['2', '2.2']);
    expect((await member.get(`/api/files?folderId=${legal.id}`)).body[0].number).toBe('2.3');
    expect((await member.get(`/api/files/${annex.id}`)).body.number).toBe('2.2.1');
    for (const id of [root.id, inner.id])
      expect((await member.get(`/api/folders/${id}/entries`)).status).toBe(404);
    expect(lease.number).toBeUndefined();
    await testApp.finishJobs();
    const archived = await listArchive(owner, legal.id);
    expect(archived).toEqual(['2.1 Draft', '2.2 Rental', '2.2.1 annex.txt', '2.3 lease.txt']);
  });

  test('with dense numbering, each group has consecutive numbers and the staff see all', async ({
    testApp,
  }) => {
    const { owner, member, root, inner, deep, legal, rental, annex, group } = await openGroup(testApp);
    const settings = { settings: { numbering: 'dense' } };
    expect((await owner.patch(`/api/rooms/${root.id}`, settings)).body.settings).toMatchObject({
      draftUploads: true,
      numbering: 'dense',
    });
    expect(await indexOf(member, legal.id)).toEqual(['1.1 Rental', '1.2 lease.txt']);
    expect(await indexOf(owner, legal.id)).toEqual(['2.1 Draft', '2.2 Rental', '2.3 lease.txt']);
    expect((await member.get(`/api/files/${annex.id}`)).body.number).toBe('1.1.1');
    await grant(owner, root.id, { folder: { ...deep, parentId: inner.id }, group, level: 'view' });
    const tree = (await member.get('/api/folders')).body;
    expect(tree.map(({ id, number }: Entry) => [id, number]).toSorted()).toEqual(
      [
        [deep.id, '1'],
        [legal.id, '2'],
        [rental.id, '2.1'],
      ].toSorted(),
    );
  });
});
