import { buffer } from 'node:stream/consumers';
import { read, utils } from '@e965/xlsx';
import Papa from 'papaparse';
import { describe, expect } from 'vitest';
import type { Context } from '#server/app/context.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { type Unzipped, unzip } from '#server/testing/unzip.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { archiveFolder } from './create-archive.ts';

const RESTRICTED = 'Not included: You can view information about this file, but download is restricted.';
const ADDED = '2026-11-20T12:00:00.000Z';

const HASH = /^[\da-f]{64}$/;
const hash = expect.stringMatching(HASH);

const contentsOf = (entries: readonly Unzipped[]) =>
  Object.fromEntries(
    entries.flatMap(({ path, bytes }) => (path.startsWith('index.') ? [] : [[path, bytes.toString()]])),
  );

function indexOf(entries: readonly Unzipped[]): string[][] {
  const text = entries.find(({ path }) => path === 'index.csv')?.bytes.toString() ?? '';
  const rows = Papa.parse<string[]>(text.slice(1), { newline: '\r\n', skipEmptyLines: true }).data;
  const workbook = read(entries.find(({ path }) => path === 'index.xlsx')?.bytes);
  const cells = utils.sheet_to_json<unknown[]>(workbook.Sheets['Index'] ?? {}, { header: 1, defval: '' });
  // The quote that marks a CSV cell as text is not part of the name.
  const names = rows.map((row) => row.map((cell) => cell.replace(/^'(?==)/, '')));
  expect(cells.map((row) => row.map(String))).toEqual(names);
  return rows.slice(1);
}

const auditOf = async (testApp: TestApp, action: string, actorId: number) =>
  (
    await testApp.server.services.db
      .selectFrom('audit_log')
      .select(['object_name', 'details'])
      .where('action', '=', action)
      .where('actor_id', '=', actorId)
      .orderBy('position')
      .execute()
  ).map(({ object_name, details }) => ({ object_name, ...JSON.parse(details ?? '{}') }));

const contextOf = (testApp: TestApp, actor: Actor): Context => ({
  ...testApp.server.services,
  actor,
  address: '',
});

describe('GET /api/folders/:id/archive', () => {
  test('the archive contains the tree below the folder and an index', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder('Sale: “Größe” 100%');
    const { id: annex } = await owner.folder('Annex', id);
    await owner.folder('Empty', annex);
    await owner.file({ name: 'Vertrag Müller.pdf', content: 'deed', folderId: annex });
    await owner.file({ name: 'note.txt', content: 'first', folderId: id });
    await owner.file({ name: 'note.txt', content: 'second', folderId: id });
    await owner.file({ name: '=cmd.txt', content: 'x', folderId: id });
    await owner.file({ name: 'elsewhere.txt' });
    const gone = await owner.file({ name: 'gone.txt', folderId: id });
    await owner.delete(`/api/files/${gone.id}`);
    const answer = await owner.get(`/api/folders/${id}/archive`);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': expect.stringContaining("filename*=UTF-8''Sale%3A%20%E2%80%9CGr%C3%B6%C3%9Fe"),
    });
    const entries = await unzip(answer.bytes);
    expect(contentsOf(entries)).toEqual({
      'Annex/Empty/': '',
      'Annex/Vertrag Müller.pdf': 'deed',
      '=cmd.txt': 'x',
      'note.txt': 'first',
      'note (2).txt': 'second',
    });
    expect(entries.at(-1)?.path).toBe('index.xlsx');
    const stored = entries.filter(({ isStored, path }) => isStored && !path.endsWith('/'));
    expect(stored.map(({ path }) => path)).toEqual(['Annex/Vertrag Müller.pdf', 'index.xlsx']);
    const rows = indexOf(entries);
    expect(rows.slice(0, 4)).toEqual([
      ['1', 'Annex', 'Annex', '', '', '', ''],
      ['1.1', 'Empty', 'Annex/Empty', '', '', '', ''],
      ['1.2', 'Vertrag Müller.pdf', 'Annex/Vertrag Müller.pdf', '4', ADDED, hash, ''],
      ['2', "'=cmd.txt", "'=cmd.txt", '1', ADDED, hash, ''],
    ]);
  });

  test('the archive contains downloadable files and lists the others with a reason', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const member = await testApp.user();
    await testApp.share(folderId, member);
    const open = await owner.file({ name: 'a.txt', content: 'open', folderId });
    const secret = await owner.file({ name: 'b.txt', content: 'secret', folderId, allowDownload: false });
    const entries = await unzip((await member.get(`/api/folders/${folderId}/archive`)).bytes);
    expect(contentsOf(entries)).toEqual({ 'a.txt': 'open' });
    expect(indexOf(entries)).toEqual([
      ['1', 'a.txt', 'a.txt', '4', ADDED, hash, ''],
      ['2', 'b.txt', 'b.txt', '6', ADDED, '', RESTRICTED],
    ]);
    expect(await auditOf(testApp, 'folder.archive', member.id)).toEqual([
      { object_name: 'Folder', files: 1, fileIds: [open.id] },
    ]);
    const admin = await testApp.user({ isAdmin: true });
    const whole = await unzip((await admin.get(`/api/folders/${folderId}/archive`)).bytes);
    expect(contentsOf(whole)).toEqual({ 'a.txt': 'open', 'b.txt': 'secret' });
    expect((await auditOf(testApp, 'folder.archive', admin.id))[0].fileIds).toEqual([open.id, secret.id]);
  });

  test('archives are for members and visitors with download permission; HEAD creates none', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder();
    await owner.file({ folderId: id, content: 'for visitors' });
    const url = `/api/folders/${id}/archive`;
    const visit = { inviter: owner, folderIds: [id] };
    const welcome = await testApp.visitor({ ...visit, mayDownload: true });
    expect(contentsOf(await unzip((await welcome.get(url)).bytes))).toEqual({ 'note.txt': 'for visitors' });
    expect((await (await testApp.visitor(visit)).get(url)).status).toBe(403);
    expect((await (await testApp.user()).get(url)).status).toBe(404);
    expect((await testApp.anonymous.get(url)).status).toBe(401);
    const head = await owner.send({ method: 'HEAD', url });
    expect([head.status, head.headers['content-type']]).toEqual([200, 'application/zip']);
    expect(await auditOf(testApp, 'folder.archive', owner.id)).toEqual([]);
  });

  test.for<[string, (testApp: TestApp, folderId: number, invitationId: number) => Promise<unknown>]>([
    [
      'file',
      ({ server }, id) =>
        server.services.db
          .updateTable('files')
          .set({ allow_download: 0 })
          .where('folder_id', '=', id)
          .execute(),
    ],
    [
      'invitation',
      ({ server }, _folderId, id) =>
        server.services.db.updateTable('invitations').set({ revoked_at: 1 }).where('id', '=', id).execute(),
    ],
    [
      'folder',
      ({ server }, id) =>
        server.services.db.updateTable('files').set({ deleted_at: 1 }).where('folder_id', '=', id).execute(),
    ],
  ])(
    'after a change of the %s that ends access during the download, the remaining files are left out',
    async ([_what, withdraw], { testApp }) => {
      const owner = await testApp.user();
      const { id } = await owner.folder();
      await owner.file({ name: 'a.pdf', content: Buffer.alloc(1_000_000), folderId: id });
      await owner.file({ name: 'b.pdf', folderId: id });
      const { invitationId } = await testApp.visitor({ inviter: owner, folderIds: [id], mayDownload: true });
      const visitor = { kind: 'visitor', invitationId, mayDownload: true } as const;
      const { archive } = await archiveFolder(contextOf(testApp, visitor), id);
      await new Promise((resolve) => archive.once('readable', resolve));
      await withdraw(testApp, id, invitationId);
      const entries = await unzip(await buffer(archive));
      expect(Object.keys(contentsOf(entries))).toEqual(['a.pdf']);
      const [first, second] = indexOf(entries);
      expect(first?.slice(5)).toEqual([hash, '']);
      expect(second?.slice(5)).toEqual(['', expect.stringMatching(/^Not included: /)]);
    },
  );

  test("after the reader's session ends, the remaining files are left out", async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder();
    await owner.file({ name: 'a.pdf', content: Buffer.alloc(1_000_000), folderId: id });
    await owner.file({ name: 'b.pdf', folderId: id });
    const actor = { kind: 'user', id: owner.id, isAdmin: false } as const;
    const sessionToken = owner.cookie?.split('=')[1];
    const { archive } = await archiveFolder({ ...contextOf(testApp, actor), sessionToken }, id);
    await new Promise((resolve) => archive.once('readable', resolve));
    await owner.post('/api/logout');
    expect(Object.keys(contentsOf(await unzip(await buffer(archive))))).toEqual(['a.pdf']);
  });

  test('an archive of too many entries is refused', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder();
    const file = await owner.file({ folderId: id });
    const { db } = testApp.server.services;
    const row = await db.selectFrom('files').selectAll().where('id', '=', file.id).executeTakeFirstOrThrow();
    const { id: _id, ...copy } = row;
    for (let part = 0; part < 20; part += 1)
      await db
        .insertInto('files')
        .values(Array.from({ length: 1_000 }, () => copy))
        .execute();
    const answer = await owner.get(`/api/folders/${id}/archive`);
    expect([answer.status, answer.body.error]).toEqual([
      413,
      'An archive can contain at most 20,000 items. Download the subfolders separately.',
    ]);
    expect(await auditOf(testApp, 'folder.archive', owner.id)).toEqual([]);
  });
});

describe('POST /api/files/bulk/archive', () => {
  test('the archive of selected files is flat; an invisible file refuses all, and a restricted one is left out', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const member = await testApp.user();
    await testApp.share(folderId, member);
    const open = await owner.file({ name: 'x.txt', content: 'open', folderId });
    const own = await member.file({ name: 'X.txt', content: 'own' });
    const restricted = await owner.file({ name: 'y.txt', folderId, allowDownload: false });
    const hidden = await owner.file();
    const ask = (...ids: number[]) => member.post('/api/files/bulk/archive', { fileIds: ids });
    const entries = await unzip((await ask(open.id, own.id, restricted.id)).bytes);
    expect(contentsOf(entries)).toEqual({ 'x.txt': 'open', 'X (2).txt': 'own' });
    expect(indexOf(entries).map((row) => row[6])).toEqual(['', '', RESTRICTED]);
    expect((await ask(open.id, hidden.id)).status).toBe(404);
    expect((await ask(restricted.id)).status).toBe(403);
    expect(await auditOf(testApp, 'file.archive', member.id)).toEqual([
      { object_name: null, files: 2, fileIds: [open.id, own.id] },
    ]);
  });
});
