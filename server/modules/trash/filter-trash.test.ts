import { expect } from 'vitest';
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
