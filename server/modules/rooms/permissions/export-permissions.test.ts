import { read, utils } from '@e965/xlsx';
import Papa from 'papaparse';
import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, openRoom, putJson, rowOf } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

/** Creates a room with two groups that see something else, a placeholder, and a draft. */
async function openGrid(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, deep, file, group } = room;
  const url = `/api/rooms/${root.id}`;
  const { body: other } = await owner.post(`${url}/groups`, { name: '=Bidder B' });
  await owner.patch(`/api/files/${file.id}`, { name: '=1+1.txt' });
  testApp.advanceClock(1);
  const legal = await owner.folder('Legal', root.id);
  await owner.post(`/api/folders/${legal.id}/placeholders`, { name: 'Lease' });
  await grant(owner, root.id, { folder: inner, group, level: 'download' });
  await grant(owner, root.id, { folder: deep, group, level: 'none' });
  const set = async (kind: 'folder' | 'file', id: number, cell: object) => {
    const { version } = await rowOf(owner, root.id, kind === 'folder' ? root.id : inner.id, id);
    const cells = [{ kind, id, groupId: other.id, version, ...cell }];
    expect((await owner.patch(`${url}/permissions`, { cells })).status).toBe(200);
  };
  await set('file', file.id, { level: 'view' });
  await set('folder', legal.id, { level: 'original', mayManage: true, mayAdd: true });
  return { ...room, url, other, legal };
}

async function exportRows(client: TestClient, url: string, query = ''): Promise<string[][]> {
  const { status, bytes } = await client.get(`${url}/permissions/export?format=xlsx${query}`);
  expect(status).toBe(200);
  const sheet = read(bytes).Sheets['Permissions'];
  return sheet ? utils.sheet_to_json<string[]>(sheet, { header: 1, defval: '' }) : [];
}

describe('the exported permissions', () => {
  test('the exported permissions have the level of each group on every folder and file, in the order of the index', async ({
    testApp,
  }) => {
    const { owner, url, root } = await openGrid(testApp);
    const day = new Date(testApp.server.services.now()).toISOString().slice(0, 16).replace('T', ' ');
    const rows = await exportRows(owner, url);
    expect(rows[0]).toEqual([
      'Number',
      'Name',
      'Kind',
      'Added (UTC)',
      'Published (UTC)',
      '=Bidder B',
      'Bidder A',
    ]);
    expect(
      rows
        .slice(1)
        .map(([number, name, kind, , published, ...levels]) => [number, name, kind, published, ...levels]),
    ).toEqual([
      ['1', 'Finance', 'Folder', '', 'None', 'Download'],
      ['1.1', 'Salaries', 'Folder', '', 'None', 'None'],
      ['1.2', '=1+1.txt', 'File', '', 'View', 'Download'],
      ['2', 'Legal', 'Folder', 'Draft', 'Original and manage', 'None'],
    ]);
    expect(rows.slice(1).map(([, , , added]) => added?.slice(0, 10))).toEqual(
      Array.from({ length: 4 }, () => day.slice(0, 10)),
    );
    const { details } = await testApp.server.services.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'room.export-permissions')
      .where('object_id', '=', root.id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(details ?? '')).toEqual({ inRoom: root.id, format: 'xlsx', lines: 4, groups: 2 });
  });

  test('agree with the grid', async ({ testApp }) => {
    const { owner, url, root, inner, legal } = await openGrid(testApp);
    const shown = new Map<string, string[]>();
    for (const id of [root.id, inner.id, legal.id])
      for (const { number, cells } of (await owner.get(`${url}/permissions?folderId=${id}`)).body)
        shown.set(
          number,
          cells.map(({ level }: { level: string }) => level),
        );
    const exported = (await exportRows(owner, url)).slice(1);
    expect(exported.length).toBe(shown.size);
    for (const [number = '', , , , , ...levels] of exported)
      expect(levels.map((level) => level.toLowerCase().split(' ')[0])).toEqual(shown.get(number));
  });

  test('the exported permissions are those of the open folders where these are named', async ({
    testApp,
  }) => {
    const { owner, url, inner, deep } = await openGrid(testApp);
    const numbers = async (query: string) =>
      (await exportRows(owner, url, query)).slice(1).map(([number]) => number);
    const below = await owner.folder('Below', deep.id);
    await owner.folder('Lowest', below.id);
    expect(await numbers('&openFolderIds=')).toEqual(['1', '2']);
    expect(await numbers(`&openFolderIds=${inner.id}`)).toEqual(['1', '1.1', '1.2', '2']);
    // What is in a closed folder is not shown, and a folder of another room shows nothing.
    const other = await openRoom(testApp);
    expect(await numbers(`&openFolderIds=${deep.id},${other.inner.id}`)).toEqual(['1', '2']);
    expect(await numbers(`&openFolderIds=${inner.id},${deep.id}`)).toEqual(['1', '1.1', '1.1.1', '1.2', '2']);
    for (const list of ['x', '1,,2', Array.from({ length: 501 }, (_, at) => at + 1).join(',')])
      expect((await owner.get(`${url}/permissions/export?openFolderIds=${list}`)).status).toBe(400);
  });

  test('the exported permissions are safe to open as CSV, names of groups included', async ({ testApp }) => {
    const { owner, url } = await openGrid(testApp);
    const { bytes, headers } = await owner.get(`${url}/permissions/export?format=csv`);
    const [heading, ...lines] = Papa.parse<string[]>(bytes.toString(), { skipEmptyLines: true }).data;
    expect(heading).toContain("'=Bidder B");
    expect(lines.map(([, name]) => name)).toContain("'=1+1.txt");
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="Deal permissions \d{4}-\d\d-\d\d\.csv"/,
    );
  });

  test('the exported permissions are for the staff, who read the grid, and for nobody else', async ({
    testApp,
  }) => {
    const { owner, url, root, group } = await openGrid(testApp);
    const [member, editor] = [await testApp.user(), await testApp.user()];
    await addMembers(owner, group, member.email);
    await putJson(owner, `${url}/staff/${editor.id}`, { role: 'editor' });
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [root.id] });
    const other = await openRoom(testApp);
    const ask = async (client: TestClient) => (await client.get(`${url}/permissions/export`)).status;
    expect([await ask(editor), await ask(member), await ask(other.owner)]).toEqual([200, 404, 404]);
    expect(await ask(visitor)).toBeGreaterThanOrEqual(401);
    await owner.delete(`${url}/staff/${editor.id}`);
    expect(await ask(editor)).toBe(404);
  });
});
