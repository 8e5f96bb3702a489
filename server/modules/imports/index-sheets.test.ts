import { zipSync } from 'fflate';
import { describe, expect } from 'vitest';
import { spreadsheet } from '#server/engines/archives/archives.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { appliedImport, checkedImport } from './testing/import-client.ts';

const zipOf = (paths: readonly string[], more: Readonly<Record<string, Uint8Array>> = {}): Buffer =>
  Buffer.from(
    zipSync({ ...Object.fromEntries(paths.map((path) => [path, new TextEncoder().encode(path)])), ...more }),
  );

async function workbook(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of spreadsheet.xlsx(rows.map((row) => [...row]))) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** Lists a folder in the order of its numbers. */
const namesIn = async (owner: TestClient, folderId: number): Promise<[string, string][]> =>
  (await owner.get(`/api/folders/${folderId}/entries`)).body.map(
    ({ number, name }: { number: string; name: string }) => [number, name],
  );

const PATHS = ['Tax/old.txt', 'Legal/lease.txt', 'Legal/by-laws.txt', 'Legal/Old/a.txt', 'readme.txt'];
const SHEET = [
  ['Export of 12 May'],
  ['Index', 'Title', 'File path', 'Size', 'Bidder A'],
  ['1', 'Legal', 'Legal\\', '', 'view'],
  ['1.1', 'By-laws', 'Legal\\by-laws.txt', '18 KB', ''],
  ['1.2', 'Lease of 12 May', 'LEGAL/lease.txt', '17 KB', 'none'],
  ['2', '', 'Tax', '', ''],
  ['2.1', '', 'Tax/old.txt', '', ''],
  ['2.2', '', 'Tax/missing.txt', '', ''],
];

async function newRoom(testApp: TestApp) {
  const { owner, root, group } = await openRoom(testApp);
  const { id: folderId } = await owner.folder('Imported', root.id);
  return { owner, root, group, folderId };
}

describe('the index sheet of another data room', () => {
  test('orders and names what its archive contains, and sets levels of folders and files', async ({
    testApp,
  }) => {
    const { owner, root, group, folderId } = await newRoom(testApp);
    const sources = { 'room.zip': zipOf(PATHS), 'Index export.xlsx': await workbook(SHEET) };
    const checked = await checkedImport(testApp, owner, folderId, sources);
    expect(checked.report).toMatchObject({ files: 5, folders: 3 });
    expect(checked.report?.problems).toEqual([
      { kind: 'missing', path: 'Tax/missing.txt', reason: 'the manifest lists it, but it is not there' },
      { kind: 'extra', path: 'Legal/Old/a.txt', reason: 'the manifest does not list it' },
      { kind: 'extra', path: 'readme.txt', reason: 'the manifest does not list it' },
    ]);
    await appliedImport(testApp, owner, checked);
    const [[first, name], [second]] = await namesIn(owner, folderId).then(
      (entries) => entries as [[string, string], [string, string]],
    );
    expect([first?.endsWith('.1'), name, second?.endsWith('.2')]).toEqual([true, 'Legal', true]);
    const folders: { id: number; name: string }[] = (await owner.get(`/api/folders?parentId=${folderId}`))
      .body;
    const legal = folders.find((folder) => folder.name === 'Legal')?.id ?? 0;
    const inside = await namesIn(owner, legal);
    expect(inside.map(([, name]) => name)).toEqual(['Old', 'By-laws.txt', 'Lease of 12 May.txt']);
    const rows = (await owner.get(`/api/rooms/${root.id}/permissions?folderId=${folderId}`)).body;
    const levels = rows.map(({ name, cells }: { name: string; cells: { level: string }[] }) => [
      name,
      cells[0]?.level,
    ]);
    expect(levels).toEqual(
      expect.arrayContaining([
        ['Legal', 'view'],
        ['Tax', 'none'],
      ]),
    );
    const files = (await owner.get(`/api/rooms/${root.id}/permissions?folderId=${legal}`)).body;
    expect(files.find(({ name }: { name: string }) => name === 'Lease of 12 May.txt').cells).toMatchObject([
      { groupId: group.id, level: 'none', inherited: false },
    ]);
  });

  test('in the archive stays a document, and folders that are there keep their levels', async ({
    testApp,
  }) => {
    const { owner, root, folderId } = await newRoom(testApp);
    await owner.folder('Legal', folderId);
    const sheet = new Uint8Array(await workbook(SHEET));
    const checked = await checkedImport(testApp, owner, folderId, {
      'room.zip': zipOf(PATHS, { 'Index.xlsx': sheet, 'notes.csv': new TextEncoder().encode('a,b\n') }),
    });
    expect(checked.report?.problems).toContainEqual({
      kind: 'manifest',
      path: 'Legal',
      reason: 'the folder exists already and keeps its access levels',
    });
    await appliedImport(testApp, owner, checked);
    const files: { name: string }[] = (await owner.get(`/api/files?folderId=${folderId}`)).body;
    expect(files.map(({ name }) => name).sort()).toEqual(['Index.xlsx', 'notes.csv', 'readme.txt']);
    const rows = (await owner.get(`/api/rooms/${root.id}/permissions?folderId=${folderId}`)).body;
    expect(rows[0].cells[0].level).toBe('none');
  });

  test('that names no paths is imported as a document', async ({ testApp }) => {
    const { owner, folderId } = await newRoom(testApp);
    const checked = await checkedImport(testApp, owner, folderId, {
      'room.zip': zipOf(['a.txt']),
      'Prices.xlsx': await workbook([
        ['Item', 'Price'],
        ['A', '1'],
      ]),
    });
    expect(checked.report).toMatchObject({ files: 2, counts: { manifest: 1 } });
  });
});

test('own imports are listed while their folder may be filled, newest first', async ({ testApp }) => {
  const { owner, root, folderId } = await newRoom(testApp);
  const editor = await testApp.user();
  await testApp.share(folderId, editor);
  const first = (await editor.post('/api/imports', { folderId })).body.id;
  const second = (await editor.post('/api/imports', { folderId })).body.id;
  const list = async (query = '') => (await editor.get(`/api/imports${query}`)).body;
  expect(await list()).toEqual([
    expect.objectContaining({ id: second, folderId, folderName: 'Imported', state: 'receiving' }),
    expect.objectContaining({ id: first }),
  ]);
  expect(await list(`?folderId=${root.id}`)).toEqual([]);
  const page = await editor.get('/api/imports?limit=1');
  expect([page.body.length, page.headers['link']]).toEqual([1, expect.stringContaining(`cursor=${second}`)]);
  expect(await list(`?cursor=${second}`)).toEqual([expect.objectContaining({ id: first })]);
  expect((await owner.get('/api/imports')).body).toEqual([]);
  await owner.delete(`/api/folders/${folderId}/collaborators/${editor.id}`);
  expect(await list()).toEqual([]);
});

describe('several tables', () => {
  const problem = (path: string, read: string) => ({
    kind: 'manifest',
    path,
    reason: `imported as a document: only one index sheet is read, ${read}`,
  });

  test('a table that is chosen beside an archive and its index sheet is a document', async ({ testApp }) => {
    const { owner, folderId } = await newRoom(testApp);
    const sources = {
      'room.zip': zipOf(['a.txt', 'b.txt']),
      'Cap table.xlsx': await workbook([
        ['Holder', 'Shares'],
        ['Founder', '100'],
      ]),
      'Index export.xlsx': await workbook([
        ['Index', 'Title', 'File path'],
        ['1', '', 'b.txt'],
        ['2', '', 'a.txt'],
      ]),
    };
    const checked = await checkedImport(testApp, owner, folderId, sources);
    expect(checked.report).toMatchObject({ files: 3 });
    expect(checked.report?.problems).toContainEqual(problem('Cap table.xlsx', 'Index export.xlsx'));
    await appliedImport(testApp, owner, checked);
    expect((await namesIn(owner, folderId)).map(([, name]) => name)).toEqual([
      'b.txt',
      'a.txt',
      'Cap table.xlsx',
    ]);
  });

  test('tables that are chosen beside a file are all there', async ({ testApp }) => {
    const { owner, folderId } = await newRoom(testApp);
    const sources = {
      'report.txt': Buffer.from('A report.'),
      'a.csv': Buffer.from('Holder,Shares\nA,1\n'),
      'b.csv': Buffer.from('Holder,Shares\nB,2\n'),
    };
    const checked = await checkedImport(testApp, owner, folderId, sources);
    expect(checked.report).toMatchObject({ files: 3 });
    await appliedImport(testApp, owner, checked);
    const names = (await namesIn(owner, folderId)).map(([, name]) => name);
    expect(names.toSorted()).toEqual(['a.csv', 'b.csv', 'report.txt']);
  });

  test('the index sheet of a second archive is named as one that is not read', async ({ testApp }) => {
    const { owner, folderId } = await newRoom(testApp);
    const indexOf = (path: string) =>
      workbook([
        ['Index', 'Title', 'File path'],
        ['1', '', path],
      ]);
    const sources = {
      'one.zip': zipOf(['a.txt'], { 'Index one.xlsx': await indexOf('a.txt') }),
      'two.zip': zipOf(['b.txt'], { 'Index two.xlsx': await indexOf('b.txt') }),
    };
    const checked = await checkedImport(testApp, owner, folderId, sources);
    expect(checked.report).toMatchObject({ files: 4 });
    expect(checked.report?.problems).toContainEqual(problem('Index two.xlsx', 'Index one.xlsx'));
  });
});
