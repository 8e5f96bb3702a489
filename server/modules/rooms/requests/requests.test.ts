import { utils, write } from '@e965/xlsx';
import { describe, expect } from 'vitest';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import { type TestApp, test, testWith } from '#server/testing/test-app.ts';
import type { RoomRequest } from '#shared/contracts/rooms/requests.ts';

type Client = Awaited<ReturnType<TestApp['user']>>;

/** Creates a room with a group of one member each. */
async function openRoom(testApp: TestApp) {
  const [owner, bidder, other] = [await testApp.user(), await testApp.user(), await testApp.user()];
  const { id: roomId } = await owner.folder('Deal');
  await owner.post('/api/rooms', { folderId: roomId });
  await owner.patch(`/api/rooms/${roomId}`, { settings: { draftUploads: false } });
  const addGroup = async (name: string, member: Client): Promise<number> => {
    const { body } = await owner.post(`/api/rooms/${roomId}/groups`, { name });
    await owner.send({
      method: 'PUT',
      url: `/api/groups/${body.id}/members`,
      payload: JSON.stringify({ emails: [member.email] }),
      headers: { 'content-type': 'application/json' },
    });
    return body.id;
  };
  const groupId = await addGroup('Bidder A', bidder);
  await addGroup('Bidder B', other);
  const create = async (body: object): Promise<RoomRequest> =>
    (await owner.post(`/api/rooms/${roomId}/requests`, body)).body;
  return { owner, bidder, other, roomId, groupId, create };
}

const textsOf = async (client: Client, roomId: number): Promise<string[]> =>
  (await client.get(`/api/rooms/${roomId}/requests`)).body.map(({ text }: RoomRequest) => text);

describe('the request list', () => {
  test('the request list numbers requests once, also after one was deleted', async ({ testApp }) => {
    const { owner, roomId, create } = await openRoom(testApp);
    await create({ text: 'Leases' });
    const { id } = await create({ text: 'Tax returns', priority: 'high', dueAt: '2026-12-01T00:00:00.000Z' });
    await owner.delete(`/api/requests/${id}`);
    expect((await owner.get(`/api/requests/${id}`)).status).toBe(404);
    expect(await create({ text: 'Permits' })).toMatchObject({ number: 3, state: 'open', files: [] });
    expect(await textsOf(owner, roomId)).toEqual(['Leases', 'Permits']);
    const page = await owner.get(`/api/rooms/${roomId}/requests?limit=1`);
    expect([page.body.length, String(page.headers['link'])]).toEqual([1, expect.stringContaining('cursor=')]);
  });

  test('the request list shows a group its requests and the files that it sees, but not who is responsible', async ({
    testApp,
  }) => {
    const { owner, bidder, other, roomId, groupId, create } = await openRoom(testApp);
    const { id } = await create({ text: 'Leases', groupId, responsibleName: 'Ms. Roth' });
    await create({ text: 'For staff' });
    const { id: folderId } = await owner.folder('Leases', roomId);
    const seen = await owner.file({ name: 'seen.txt', folderId });
    const hidden = await owner.file({ name: 'hidden.txt', folderId: roomId });
    const [row] = (await owner.get(`/api/rooms/${roomId}/permissions`)).body;
    const cell = { kind: 'folder', id: folderId, groupId, level: 'view', version: row.version };
    await owner.patch(`/api/rooms/${roomId}/permissions`, { cells: [cell] });
    const fileIds = [seen.id, hidden.id];
    expect((await owner.post(`/api/requests/${id}/files`, { fileIds })).body.files).toHaveLength(2);
    const [request, ...more] = (await bidder.get(`/api/rooms/${roomId}/requests`)).body;
    expect(more).toEqual([]);
    expect(request).toMatchObject({ text: 'Leases', responsibleName: null, files: [{ name: 'seen.txt' }] });
    expect(await textsOf(other, roomId)).toEqual([]);
    expect((await other.get(`/api/requests/${id}`)).status).toBe(404);
    expect((await bidder.get(`/api/requests/${id}/suggestions`)).status).toBe(403);
  });

  test('lets a group accept its requests, and change nothing else', async ({ testApp }) => {
    const { owner, bidder, other, groupId, create } = await openRoom(testApp);
    const { id } = await create({ text: 'Leases', groupId });
    expect((await bidder.patch(`/api/requests/${id}`, { state: 'accepted' })).body.state).toBe('accepted');
    for (const body of [{ state: 'open' }, { state: 'accepted', text: 'Mine' }, { text: 'Mine' }])
      expect((await bidder.patch(`/api/requests/${id}`, body)).status).toBe(403);
    expect((await bidder.delete(`/api/requests/${id}`)).status).toBe(403);
    expect((await other.patch(`/api/requests/${id}`, { state: 'accepted' })).status).toBe(404);
    await owner.delete(`/api/groups/${groupId}`);
    expect((await bidder.get(`/api/requests/${id}`)).status).toBe(404);
  });

  test('the request list refuses areas, groups, people and files of elsewhere', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, bidder, roomId, create } = await openRoom(testApp);
    const elsewhere = await openRoom(testApp);
    const { body: area } = await elsewhere.owner.post(`/api/rooms/${elsewhere.roomId}/areas`, {
      name: 'Tax',
    });
    const { id } = await create({ text: 'Leases' });
    for (const body of [
      { areaId: area.id },
      { groupId: elsewhere.groupId },
      { responsibleId: bidder.id },
      { responsibleId: 999_999 },
    ])
      expect((await owner.patch(`/api/requests/${id}`, body)).status).toBe(400);
    const outside = await owner.file({ name: 'outside.txt' });
    const foreign = await elsewhere.owner.file({ folderId: elsewhere.roomId });
    for (const fileIds of [[outside.id], [foreign.id], [999_999]])
      expect((await owner.post(`/api/requests/${id}/files`, { fileIds })).status).toBe(400);
    expect((await elsewhere.owner.get(`/api/rooms/${roomId}/requests`)).status).toBe(404);
    expect((await elsewhere.owner.delete(`/api/areas/${area.id}`)).status).toBe(200);
  });

  test('the request list has areas with unique names; a deleted one leaves its requests', async ({
    testApp,
  }) => {
    const { owner, bidder, roomId, groupId, create } = await openRoom(testApp);
    const { body: area } = await owner.post(`/api/rooms/${roomId}/areas`, { name: 'Tax' });
    expect((await owner.post(`/api/rooms/${roomId}/areas`, { name: 'tax' })).status).toBe(409);
    const { id } = await create({ text: 'Returns', areaId: area.id });
    expect((await bidder.get(`/api/rooms/${roomId}/areas`)).body).toEqual([]);
    await owner.patch(`/api/requests/${id}`, { groupId });
    expect((await bidder.get(`/api/rooms/${roomId}/areas`)).body).toMatchObject([{ name: 'Tax' }]);
    expect((await owner.patch(`/api/areas/${area.id}`, { name: 'Taxes' })).body.name).toBe('Taxes');
    await owner.delete(`/api/areas/${area.id}`);
    expect((await owner.get(`/api/requests/${id}`)).body).toMatchObject({ areaId: null });
  });

  test('the request list proposes files of the room with page and score', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, roomId, create } = await openRoom(testApp);
    await owner.file({ name: 'lease.txt', content: 'The warehouse lease ends in May.', folderId: roomId });
    await owner.file({ name: 'elsewhere.txt', content: 'The warehouse lease of another deal.' });
    await testApp.finishJobs();
    const { id } = await create({ text: 'Warehouse lease' });
    const { body } = await owner.get(`/api/requests/${id}/suggestions`);
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['lease.txt']);
    expect(body[0]).toMatchObject({ score: expect.any(Number) });
  });

  test('the request list proposes the best files first, and those of the same score by name', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, roomId, create } = await openRoom(testApp);
    const content = 'The warehouse lease ends in May.';
    for (const name of ['Annex 10.txt', 'Zebra.txt', 'Annex 2.txt'])
      await owner.file({ name, content, folderId: roomId });
    await owner.file({ name: 'A note.txt', content: 'A warehouse burned down.', folderId: roomId });
    await testApp.finishJobs();
    const { id } = await create({ text: 'Warehouse lease' });
    const { body } = await owner.get(`/api/requests/${id}/suggestions`);
    expect(body.map(({ name }: { name: string }) => name)).toEqual([
      'Annex 2.txt',
      'Annex 10.txt',
      'Zebra.txt',
      'A note.txt',
    ]);
  });
});

describe('the import of a request list', () => {
  test('adds the rows of a workbook, and reports those with a problem', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, roomId, groupId } = await openRoom(testApp);
    const sheet = utils.aoa_to_sheet([
      ['Due diligence list'],
      ['No.', 'Category', 'Request', 'Priority', 'Due date', 'Status', 'Requested by', 'Responsible'],
      [
        1,
        'Tax',
        'Tax returns',
        'High',
        new Date(Date.UTC(2026, 11, 1)),
        'in progress',
        'bidder a',
        'Ms. Roth',
      ],
      // As an export has it, which was saved as a workbook since.
      [2, 'Tax', "'=1+1", '', '31.12.2026', '', '', ''],
      [3, 'Tax', '', '', '', '', '', ''],
      [4, 'Legal', 'Contracts', 'soon', '', '', '', ''],
      [5, 'Legal', 'Contracts', '', '', '', 'Nobody', ''],
    ]);
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet);
    const value = write(book, { type: 'buffer', bookType: 'xlsx' });
    const before = await findLastPosition(testApp);
    const { status, body } = await owner.form(`/api/rooms/${roomId}/requests/import`, [
      { name: 'file', value, filename: 'list.xlsx' },
    ]);
    expect([status, body]).toEqual([
      200,
      {
        created: 2,
        problems: [
          { line: 5, reason: 'there is no text' },
          { line: 6, reason: '“soon” is no priority' },
          { line: 7, reason: 'there is no group “Nobody”' },
        ],
      },
    ]);
    expect((await owner.get(`/api/rooms/${roomId}/requests`)).body).toMatchObject([
      {
        number: 1,
        text: 'Tax returns',
        priority: 'high',
        state: 'in-preparation',
        groupId,
        responsibleName: 'Ms. Roth',
        dueAt: '2026-12-01T23:59:59.000Z',
      },
      { number: 2, text: '=1+1', dueAt: '2026-12-31T23:59:59.000Z' },
    ]);
    const areas = (await owner.get(`/api/rooms/${roomId}/areas`)).body;
    expect(areas).toMatchObject([{ name: 'Tax' }]);
    expect(await listAuditEvents(testApp, before)).toMatchObject([
      { action: 'area.create', details: { areaId: areas[0].id, name: 'Tax' } },
      { action: 'request.import', details: { created: 2, firstNumber: 1, lastNumber: 2, problems: 3 } },
    ]);
  });

  test('reminds the members of staff whom the table names by username, address or name, and nobody else', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, roomId } = await openRoom(testApp);
    const [editor, twin, outsider] = [await testApp.user(), await testApp.user(), await testApp.user()];
    for (const person of [editor, twin]) {
      await testApp.share(roomId, person);
      const { username, email } = person;
      await person.patch('/api/user/profile', { username, email, firstName: 'Ada', lastName: 'Moss' });
    }
    const named = [editor.email.toUpperCase(), owner.username, outsider.username, 'Ada Moss'];
    const value = ['Request,Responsible', ...named.map((name) => `Text,${name}`)].join('\n');
    await owner.form(`/api/rooms/${roomId}/requests/import`, [{ name: 'file', value, filename: 'list.csv' }]);
    const listed = async () =>
      (await owner.get(`/api/rooms/${roomId}/requests`)).body.map(
        ({ responsibleId, responsibleName }: RoomRequest) => [responsibleId, responsibleName],
      );
    expect(await listed()).toEqual([
      [editor.id, named[0]],
      [owner.id, owner.username],
      [null, outsider.username],
      // Two people have this name.
      [null, 'Ada Moss'],
    ]);
  });

  test('the import of a request list refuses what is no table, and one without a column for the text', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, roomId } = await openRoom(testApp);
    const send = (filename: string, value: string) =>
      owner.form(`/api/rooms/${roomId}/requests/import`, [{ name: 'file', value, filename }]);
    expect((await send('list.pdf', 'x')).status).toBe(400);
    expect((await send('list.xlsx', 'no workbook')).status).toBe(400);
    expect((await send('list.csv', 'a,b\n1,2\n')).status).toBe(400);
    expect(await textsOf(owner, roomId)).toEqual([]);
  });
});

const testWithMail = testWith({
  config: { mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'room@example.test' } },
});

testWithMail('overdue requests are mailed to the responsible person once a day', async ({ testApp }) => {
  const { owner, roomId, create } = await openRoom(testApp);
  const dueAt = '2026-11-01T00:00:00.000Z';
  await create({ text: 'Late', dueAt, responsibleId: owner.id });
  await create({ text: 'Later', dueAt, responsibleId: owner.id });
  const unconfirmed = await testApp.user();
  await testApp.share(roomId, unconfirmed);
  await create({ text: 'Unconfirmed', dueAt, responsibleId: unconfirmed.id });
  const { db } = testApp.server.services;
  await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', unconfirmed.id).execute();
  await create({ text: 'Provided', dueAt, responsibleId: owner.id, state: 'provided' });
  await create({ text: 'Future', dueAt: '2099-01-01T00:00:00.000Z', responsibleId: owner.id });
  const { remindOverdue } = await import('./remind-overdue.ts');
  const { systemContext } = await import('#server/app/context.ts');
  const ctx = systemContext({ ...testApp.server.services, wakeJobs() {} });
  const subjects = async () => {
    await remindOverdue(ctx, new AbortController().signal);
    const rows = await ctx.db
      .selectFrom('outbox_messages')
      .select('subject')
      .where('to_address', 'in', [owner.email, unconfirmed.email])
      .execute();
    return rows.map(({ subject }) => subject);
  };
  const mail = '2 requests are overdue in “Deal”';
  expect(await subjects()).toEqual([mail]);
  expect(await subjects()).toEqual([mail]);
  testApp.advanceClock(86_400_000);
  expect(await subjects()).toEqual([mail, mail]);
});
