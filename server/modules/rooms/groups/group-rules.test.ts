import { describe, expect } from 'vitest';
import { spreadsheet } from '#server/engines/archives/archives.ts';
import { createTestClient, MULTIPART_TYPE, multipartBody } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, membersOf, openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';

const OFFICE = '192.0.2.7';
const ELSEWHERE = '198.51.100.9';

/** Opens a room whose group has an account and a visitor, each with a client in the office and one elsewhere. */
async function openRestrictedRoom(testApp: TestApp, addressRanges: readonly string[] | null) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  const account = await testApp.user();
  await addMembers(owner, group, account.email, 'visitor@example.test');
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  const [, visitor] = await membersOf(owner, group);
  const path = `/api/visitor/auth/${visitor?.inviteUrl?.slice(-43)}`;
  const clientAt = (remoteAddress: string, cookie?: string) =>
    createTestClient(testApp.server.http, cookie, { remoteAddress });
  const entering = clientAt(OFFICE);
  expect((await entering.get(path)).status).toBe(200);
  const changed = await owner.patch(`/api/groups/${group.id}`, { addressRanges });
  expect([changed.status, changed.body.addressRanges]).toEqual([200, addressRanges]);
  const at = (address: string) => [clientAt(address, account.cookie), clientAt(address, entering.cookie)];
  return { ...room, account, at, clientAt, visitorPath: path };
}

describe('the rules of a group', () => {
  test('members see a room on no path from outside the address ranges of their group', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const room = await openRestrictedRoom(testApp, ['192.0.2.0/24', '2001:db8::/32']);
    const { root, inner, file, owner, account } = room;
    const single = [
      `/api/folders/${inner.id}`,
      `/api/folders?parentId=${inner.id}`,
      `/api/files?folderId=${inner.id}`,
      `/api/files/${file.id}`,
      `/api/files/${file.id}/download`,
      `/api/files/${file.id}/view`,
      `/api/files/${file.id}/pages`,
      `/api/folders/${inner.id}/archive`,
      `/api/rooms/${root.id}/requests`,
      `/api/rooms/${root.id}/members`,
      `/api/rooms/${root.id}/index?format=csv`,
    ];
    const lists = ['/api/folders', '/api/files', '/api/folder-tree', `/api/files/thumbnails?ids=${file.id}`];
    for (const member of room.at(OFFICE)) {
      for (const path of single) expect([path, (await member.get(path)).status]).toEqual([path, 200]);
      for (const path of lists) expect([path, (await member.get(path)).body]).not.toEqual([path, []]);
    }
    for (const member of room.at(ELSEWHERE)) {
      for (const path of single) expect([path, (await member.get(path)).status]).toEqual([path, 404]);
      for (const path of lists) expect([path, (await member.get(path)).body]).toEqual([path, []]);
      const search = await member.get('/api/search?query=document&limit=10');
      expect([search.body.citations, search.body.relatedDocuments]).toEqual([[], []]);
    }
    const token = (await account.post('/api/user/tokens', { name: 'Script', scope: 'read' })).body.token;
    for (const [address, status] of [
      [OFFICE, 200],
      [ELSEWHERE, 404],
    ] as const) {
      const answer = await room
        .clientAt(address)
        .get(`/api/files/${file.id}`, { authorization: `Bearer ${token}` });
      expect([address, answer.status]).toEqual([address, status]);
      expect([address, (await room.clientAt(address).get(room.visitorPath)).status]).toEqual([
        address,
        status,
      ]);
    }
    const [inIpv6] = room.at('2001:db8::5');
    expect((await inIpv6?.get(`/api/files/${file.id}`))?.status).toBe(200);
    // The staff and the view as the group are not in the ranges, and need not be.
    expect((await owner.get(`/api/files/${file.id}`)).status).toBe(200);
    await owner.patch(`/api/groups/${room.group.id}`, { addressRanges: null });
    for (const member of room.at(ELSEWHERE))
      expect((await member.get(`/api/files/${file.id}`)).status).toBe(200);
  });

  test('only addresses of the domains of a group are added, pasted or in a table', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, root } = await openRoom(testApp);
    const rules = { domains: ['bidder.example'], membersSeeEachOther: true, watermarkPages: true };
    const created = await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Bidder B', ...rules });
    expect([created.status, created.body]).toMatchObject([201, { ...rules, addressRanges: null }]);
    const group: Group = created.body;
    const problem = 'eve@other.example is not in an allowed domain of this group.';
    const pasted = await addMembers(owner, group, 'ann@bidder.example', 'eve@other.example');
    expect(pasted.body).toMatchObject({
      invited: ['ann@bidder.example'],
      problems: [{ email: 'eve@other.example', problem }],
    });
    const send = (filename: string, value: string | Buffer) =>
      owner.send({
        method: 'PUT',
        url: `/api/groups/${group.id}/members`,
        payload: multipartBody([{ name: 'file', value, filename }]),
        headers: { 'content-type': MULTIPART_TYPE },
      });
    const rows = [
      ['Name', 'Mail'],
      ['Bo', 'bo@bidder.example'],
      ['Eve', 'eve@other.example'],
    ];
    const chunks: Buffer[] = [];
    for await (const chunk of spreadsheet.xlsx(rows)) chunks.push(Buffer.from(chunk));
    const sent = await send('people.xlsx', Buffer.concat(chunks));
    expect(sent.body).toMatchObject({ invited: ['bo@bidder.example'], problems: [{ problem }] });
    expect((await send('people.csv', "Mail\ncy@bidder.example\n'+di@bidder.example\n")).body.invited).toEqual(
      ['cy@bidder.example', '+di@bidder.example'],
    );
    expect((await send('people.csv', 'Mail\n')).body.error).toBe('The file contains no email address.');
    const long = await send('people.csv', `Mail\n${'x\n'.repeat(5_000)}`);
    expect([long.status, long.body.error]).toEqual([
      413,
      'The file has more than 5000 rows. Split it and add the parts.',
    ]);
    expect((await send('people.txt', 'a@b.example')).body.error).toBe('Choose an XLSX or CSV file.');
    expect((await owner.send({ method: 'PUT', url: `/api/groups/${group.id}/members` })).status).toBe(400);
  });

  test('members see the others of their own group, where it lets them, and never its name', async ({
    testApp,
  }) => {
    const { owner, root, group } = await openRoom(testApp);
    const other: Group = (await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Bidder B' })).body;
    const [ann, bo, cy] = [await testApp.user(), await testApp.user(), await testApp.user()];
    await addMembers(owner, group, ann.email, bo.email);
    await addMembers(owner, other, cy.email);
    const path = `/api/rooms/${root.id}/members`;
    const emails = async (member: typeof ann) =>
      (await member.get(path)).body.map(({ email }: { email: string }) => email);
    expect(await emails(ann)).toEqual([]);
    await owner.patch(`/api/groups/${group.id}`, { membersSeeEachOther: true });
    expect(await emails(ann)).toEqual([ann.email, bo.email]);
    expect(await emails(cy)).toEqual([]);
    expect(JSON.stringify((await ann.get(path)).body)).not.toContain('Bidder');
    expect((await (await testApp.user()).get(path)).status).toBe(404);
    expect((await owner.get(path)).body).toEqual([]);
    const rooms = async (who: typeof ann) => (await who.get('/api/room-memberships')).body;
    expect([await rooms(ann), await rooms(owner)]).toEqual([[{ roomId: root.id, isEmpty: true }], []]);
  });

  test('pages and PDFs of a group carry its watermark at every level', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, root, inner, file, group } = await openRoom(testApp);
    const member = await testApp.user();
    await addMembers(owner, group, member.email);
    await grant(owner, root.id, { folder: inner, group, level: 'original' });
    const isMarked = async (reader: typeof member) =>
      (await reader.get(`/api/files/${file.id}/pages`)).body.isWatermarked;
    expect(await isMarked(member)).toBe(false);
    await owner.patch(`/api/groups/${group.id}`, { watermarkPages: true });
    expect([await isMarked(member), await isMarked(owner)]).toEqual([true, false]);
    expect((await owner.get(`/api/groups/${group.id}`)).body.watermarkPages).toBe(true);
  });

  test('ranges and domains that cannot be read are refused', async ({ testApp }) => {
    const { owner, group } = await openRoom(testApp);
    const change = async (body: unknown) => (await owner.patch(`/api/groups/${group.id}`, body)).status;
    expect(await change({ addressRanges: ['192.0.2.0/40'] })).toBe(400);
    expect(await change({ addressRanges: ['office'] })).toBe(400);
    expect(await change({ addressRanges: [] })).toBe(400);
    expect(await change({ domains: ['@bidder'] })).toBe(400);
    expect(await change({})).toBe(400);
    expect(await change({ watermarkPages: true })).toBe(200);
  });
});
