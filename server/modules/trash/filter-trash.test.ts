import type { Insertable } from 'kysely';
import { expect } from 'vitest';
import type { FilesTable } from '#server/database/tables/documents.ts';
import { readPages } from '#server/testing/clients/read-pages.ts';
import { test } from '#server/testing/test-app.ts';
import type { Trashed } from '#shared/contracts/trash.ts';

type Client = { get(url: string): Promise<{ status: number; body: Trashed[]; headers: object }> };

const find = async (client: Client, q: string): Promise<string[]> =>
  (await client.get(`/api/trash?${new URLSearchParams({ q })}`)).body.map(({ name }) => name).sort();

test('the trash is filtered by words of names and folders, whatever their case and order', async ({
  testApp,
}) => {
  const owner = await testApp.user();
  const folder = await owner.folder('Überfläche 100%');
  const names = ['Ärger_mit Öl.txt', 'ÄRGER.txt', 'Lease 50% off.txt', 'Lease 500 off.txt'];
  for (const name of names) {
    const { id } = await owner.file({ name, folderId: folder.id });
    await owner.delete(`/api/files/${id}`);
  }
  const outside = await owner.file({ name: 'Plan.txt' });
  await owner.delete(`/api/files/${outside.id}`);
  const sorted = (...places: number[]) => places.map((place) => names[place]).sort();
  for (const [q, found] of [
    ['lease', sorted(2, 3)],
    ['OFF lease', sorted(2, 3)],
    ['50%', sorted(2)],
    ['r_m', sorted(0)],
    ['e_0', []],
    ['ärger', sorted(0, 1)],
    ['arger', sorted(0, 1)],
    ['ÄRGER', sorted(0, 1)],
    ['öl', sorted(0)],
    ['überfläche', sorted(0, 1, 2, 3)],
    ['überfläche 500', sorted(3)],
    ['plan', ['Plan.txt']],
    ['plan lease', []],
    ['\\', []],
    ["'", []],
  ] as const)
    expect([q, await find(owner, q)]).toEqual([q, found]);
});

test('a name is found as it is written, in whatever case', async ({ testApp }) => {
  const owner = await testApp.user();
  const name = 'Prüfung_Übersicht.txt';
  const { id } = await owner.file({ name });
  await owner.delete(`/api/files/${id}`);
  for (const q of [name, name.toUpperCase(), 'prüfung_übersicht', 'ÜBERSICHT prüfung', name.normalize('NFD')])
    expect([q, await find(owner, q)]).toEqual([q, [name]]);
  expect(await find(owner, 'home')).toEqual([name]);
});

test('a filter finds nothing that the caller could not list', async ({ testApp }) => {
  const owner = await testApp.user();
  const top = await owner.folder('Shared');
  const collaborator = await testApp.user();
  await testApp.share(top.id, collaborator);
  const secret = await owner.file({ name: 'secret merger.txt', folderId: top.id });
  await owner.delete(`/api/files/${secret.id}`);
  expect(await find(owner, 'merger')).toEqual(['secret merger.txt']);
  for (const other of [collaborator, await testApp.user()]) expect(await find(other, 'merger')).toEqual([]);
});

test('the next page is filtered by the same text', async ({ testApp }) => {
  const owner = await testApp.user();
  for (const name of ['one draft', 'other', 'two draft', 'three draft']) {
    const { id } = await owner.folder(name);
    await owner.delete(`/api/folders/${id}`);
    testApp.advanceClock(1_000);
  }
  for (const limit of [1, 2]) {
    const found = await readPages<Trashed>(owner, `/api/trash?limit=${limit}&q=draft`);
    expect(found.map(({ name }) => name)).toEqual(['three draft', 'two draft', 'one draft']);
  }
});

test('a filter finds what the whole list has of it, in its order, among many items of others', async ({
  testApp,
}) => {
  const [owner, other, member] = [await testApp.user(), await testApp.user(), await testApp.user()];
  const folder = await owner.folder('Shared');
  await testApp.share(folder.id, member);
  for (const client of [owner, other])
    for (let place = 0; place < 6; place++) {
      const { id } = await client.folder(`Plan ${place}`);
      await client.delete(`/api/folders/${id}`);
    }
  const own = await member.file({ name: 'Plan of a member.txt', folderId: folder.id });
  await member.delete(`/api/files/${own.id}`);
  const [mine, theirs] = [await owner.file({ name: 'Plan.txt' }), await other.file({ name: 'Plan.txt' })];
  const { db, now } = testApp.server.services;
  const rowOf = (id: number) =>
    db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const rows = [await rowOf(mine.id), await rowOf(theirs.id)];
  for (let at = 0; at < 1_200; at += 200) {
    const values = Array.from({ length: 200 }, (_, step) => {
      const place = at + step;
      const { id: _id, ...row } = rows[place % 3 === 0 ? 0 : 1] ?? {};
      return { ...row, name: `${place % 2 ? 'Plan' : 'Lease'} ${place}`, deleted_at: now() - (place % 50) };
    });
    await db
      .insertInto('files')
      .values(values as unknown as Insertable<FilesTable>[])
      .execute();
  }
  for (const [client, least] of [
    [owner, 406],
    [other, 806],
    [member, 1],
    [await testApp.user({ isAdmin: true }), 1_200],
  ] as const) {
    const whole = await readPages<Trashed>(client, '/api/trash?limit=1000');
    expect(whole.length).toBeGreaterThanOrEqual(least);
    for (const [q, isFound] of [
      ['plan', ({ name }: Trashed) => name.startsWith('Plan')],
      ['HOME lease', ({ name, fromFolder }: Trashed) => name.startsWith('Lease') && fromFolder === null],
      ['lease 117', ({ name }: Trashed) => name.startsWith('Lease 117')],
    ] as const)
      for (const limit of [100, 1_000]) {
        const found = await readPages<Trashed>(
          client,
          `/api/trash?limit=${limit}&q=${encodeURIComponent(q)}`,
        );
        expect([q, found]).toEqual([q, whole.filter(isFound)]);
      }
  }
});

test('an empty filter and one of more than 255 characters are refused', async ({ testApp }) => {
  const owner = await testApp.user();
  for (const [q, status] of [
    ['', 400],
    [' ', 400],
    ['a'.repeat(255), 200],
    ['a'.repeat(256), 400],
    [Array.from({ length: 80 }, (_, place) => String(place + 10)).join(' '), 200],
    ['a\0', 400],
  ] as const)
    expect([q, (await owner.get(`/api/trash?${new URLSearchParams({ q })}`)).status]).toEqual([q, status]);
});
