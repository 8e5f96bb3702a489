import { PDFDocument } from '@cantoo/pdf-lib';
import { read, utils } from '@e965/xlsx';
import Papa from 'papaparse';
import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

/** Creates a room with frozen numbers, a withdrawn one, a placeholder, and a group that sees the second folder. */
async function openIndex(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, deep, file, group } = room;
  testApp.advanceClock(1);
  const legal = await owner.folder('<b>Legal', root.id);
  await owner.file({ name: '=1+1.txt', folderId: legal.id });
  testApp.advanceClock(1);
  const placeholder = { name: 'Lease', responsibleName: 'Ms. Roth', dueAt: '2026-12-12T22:59:59.000Z' };
  await owner.post(`/api/folders/${legal.id}/placeholders`, placeholder);
  await owner.post(`/api/rooms/${root.id}/publications`, {});
  await owner.post(`/api/rooms/${root.id}/numbers/freeze`);
  testApp.advanceClock(1);
  await owner.folder('Draft', legal.id);
  await owner.delete(`/api/folders/${deep.id}`);
  const member = await testApp.user();
  await addMembers(owner, group, member.email);
  await grant(owner, root.id, { folder: legal, group, level: 'view' });
  return { ...room, legal, member, fileName: file.name, inner };
}

async function exportRows(client: TestClient, roomId: number, query = ''): Promise<string[][]> {
  const { status, bytes } = await client.get(`/api/rooms/${roomId}/index?format=xlsx${query}`);
  expect(status).toBe(200);
  const sheet = read(bytes).Sheets['Index'];
  return sheet ? utils.sheet_to_json<string[]>(sheet, { header: 1, defval: '' }) : [];
}

const OF_GROUP = [
  ['Number', 'Name', 'Kind', 'Due'],
  ['2', '<b>Legal', 'Folder', ''],
  ['2.1', '=1+1.txt', 'File', ''],
  ['2.2', 'Lease', 'Placeholder', '2026-12-12'],
];

describe('the exported index', () => {
  test('the exported index has everything for the staff, with withdrawn numbers and who is responsible', async ({
    testApp,
  }) => {
    const { owner, root, fileName } = await openIndex(testApp);
    const today = new Date(testApp.server.services.now()).toISOString().slice(0, 10);
    expect(await exportRows(owner, root.id)).toEqual([
      ['Number', 'Name', 'Kind', 'Due', 'Responsible', 'Withdrawn on'],
      ['1', 'Finance', 'Folder', '', '', ''],
      ['1.1', 'Salaries', 'Withdrawn', '', '', today],
      ['1.2', fileName, 'File', '', '', ''],
      ['2', '<b>Legal', 'Folder', '', '', ''],
      ['2.1', '=1+1.txt', 'File', '', '', ''],
      ['2.2', 'Lease', 'Placeholder', '2026-12-12', 'Ms. Roth', ''],
      ['2.3', 'Draft', 'Folder', '', '', ''],
    ]);
    const { details } = await testApp.server.services.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'room.export-index')
      .where('actor_id', '=', owner.id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(details ?? '')).toEqual({ inRoom: root.id, format: 'xlsx', lines: 7 });
  });

  test('the exported index has what a group sees, for the group and for the staff who ask for it', async ({
    testApp,
  }) => {
    const { owner, root, group, member } = await openIndex(testApp);
    expect(await exportRows(owner, root.id, `&groupId=${group.id}`)).toEqual(OF_GROUP);
    expect(await exportRows(member, root.id)).toEqual(OF_GROUP);
    const { headers } = await member.get(`/api/rooms/${root.id}/index?format=csv`);
    expect(headers['content-disposition']).not.toContain('Deal');
    const view = await owner.post(`/api/rooms/${root.id}/view-as`, { groupId: group.id });
    expect(view.status).toBe(201);
  });

  test('the exported index gives consecutive numbers to a group of a room with dense numbering', async ({
    testApp,
  }) => {
    const room = await openRoom(testApp);
    const { owner, root, group } = room;
    testApp.advanceClock(1);
    const legal = await owner.folder('Legal', root.id);
    await owner.file({ name: 'lease.txt', folderId: legal.id });
    await owner.post(`/api/rooms/${root.id}/publications`, {});
    await owner.patch(`/api/rooms/${root.id}`, { settings: { numbering: 'dense' } });
    await grant(owner, root.id, { folder: legal, group, level: 'view' });
    expect((await exportRows(owner, root.id, `&groupId=${group.id}`)).slice(1)).toEqual([
      ['1', 'Legal', 'Folder', ''],
      ['1.1', 'lease.txt', 'File', ''],
    ]);
  });

  test('the exported index is refused to others, and to a group that asks for another one', async ({
    testApp,
  }) => {
    const { owner, root, member, group } = await openIndex(testApp);
    const other = await openRoom(testApp);
    const unrelated = await testApp.user();
    for (const [client, query] of [
      [unrelated, ''],
      [member, `?groupId=${group.id}`],
      [owner, `?groupId=${other.group.id}`],
      [other.owner, `?groupId=${group.id}`],
    ] as const)
      expect((await client.get(`/api/rooms/${root.id}/index${query}`)).status).toBe(404);
    expect((await owner.get(`/api/rooms/${root.id}/index?format=doc`)).status).toBe(400);
  });

  test('the exported index is offered to a member only of rooms of which they see something', async ({
    testApp,
  }) => {
    const { root, inner, member } = await openIndex(testApp);
    const other = await openRoom(testApp);
    await addMembers(other.owner, other.group, member.email);
    const rooms = async () => (await member.get('/api/room-memberships')).body;
    const statusOf = async (id: number) => (await member.get(`/api/rooms/${id}/index`)).status;
    expect(await rooms()).toEqual([{ roomId: root.id }, { roomId: other.root.id, isEmpty: true }]);
    expect([await statusOf(root.id), await statusOf(other.root.id)]).toEqual([200, 404]);
    // A single file is enough, below folders that stay hidden.
    const { file, group } = other;
    await other.owner.post(`/api/rooms/${other.root.id}/publications`, {});
    const permissions = `/api/rooms/${other.root.id}/permissions`;
    const rows = (await other.owner.get(`${permissions}?folderId=${other.inner.id}`)).body;
    const { version } = rows.find(
      ({ kind, id }: { kind: string; id: number }) => kind === 'file' && id === file.id,
    );
    const cell = { kind: 'file', id: file.id, groupId: group.id, level: 'view', version };
    expect((await other.owner.patch(permissions, { cells: [cell] })).status).toBe(200);
    expect(await rooms()).toEqual([{ roomId: root.id }, { roomId: other.root.id }]);
    expect((await exportRows(member, other.root.id)).slice(1)).toEqual([
      ['', inner.name, 'Folder', ''],
      ['', file.name, 'File', ''],
    ]);
  });

  test('the exported index is safe to open as CSV, HTML and PDF', async ({ testApp }) => {
    const { owner, root } = await openIndex(testApp);
    const read = (format: string) => owner.get(`/api/rooms/${root.id}/index?format=${format}`);
    const csv = Papa.parse<string[]>((await read('csv')).bytes.toString(), { skipEmptyLines: true }).data;
    expect(csv.map(([, name]) => name)).toContain("'=1+1.txt");
    const html = await read('html');
    expect(html.bytes.toString()).toContain('<td>&lt;b&gt;Legal</td>');
    expect(html.bytes.toString()).not.toMatch(/<script|src=|href=/);
    expect(html.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    expect(html.headers['content-disposition']).toMatch(/^attachment/);
    const pdf = await PDFDocument.load((await read('pdf')).bytes);
    expect(pdf.getPageCount()).toBe(1);
    expect(pdf.getTitle()).toBe('Deal index');
  });
});
