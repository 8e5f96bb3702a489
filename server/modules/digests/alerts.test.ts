import { expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { testWith } from '#server/testing/test-app.ts';
import { listFirstVisitors } from './alert-queries.ts';
import { sendDigests } from './send-digests.ts';

const test = testWith({ config: { mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'room@example.test' } } });
const ALERTS = { firstVisit: true, firstGroupVisit: true, download: true, refusal: true };

test('the manager of a room is alerted of first visits, downloads and refusals, once', async ({
  testApp,
}) => {
  const { owner, root, inner, file, group } = await openRoom(testApp);
  const [member, editor, unrelated] = [await testApp.user(), await testApp.user(), await testApp.user()];
  await testApp.share(root.id, editor);
  await addMembers(owner, group, member.email);
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  await owner.post(`/api/rooms/${root.id}/publications`, {});
  const choose = (body: object, person = owner) => person.patch(`/api/digests/${root.id}`, body);
  expect((await choose({ alerts: ALERTS })).status).toBe(400);
  expect((await choose({ frequency: 'daily', alerts: ALERTS })).body).toMatchObject({ alerts: ALERTS });
  expect((await owner.get('/api/digests')).body).toMatchObject([{ folderId: root.id, alerts: ALERTS }]);
  expect((await choose({ frequency: 'daily', alerts: ALERTS }, editor)).status).toBe(403);
  expect((await editor.get('/api/digests')).body[0].alerts).toBeUndefined();

  const { db, encryptor, now } = testApp.server.services;
  const sendNow = async (): Promise<string[]> => {
    await db.updateTable('digests_due').set({ due_at: now() }).execute();
    await sendDigests(systemContext(testApp.server.services), new AbortController().signal);
    const mails = db
      .selectFrom('outbox_messages')
      .selectAll()
      .where('to_address', '=', owner.email)
      .orderBy('id');
    return (await mails.execute()).map(({ encrypted_body }) => encryptor.decrypt('mail', encrypted_body));
  };
  expect((await member.get(`/api/files/${file.id}`)).status).toBe(200);
  expect((await member.get(`/api/files/${file.id}/download`)).status).toBe(200);
  expect((await unrelated.get(`/api/files/${file.id}`)).status).toBe(404);
  const [mail, ...others] = await sendNow();
  expect(others).toEqual([]);
  for (const sentence of [
    `First visit of ${member.username}`,
    'First visit of the group “Bidder A”',
    '1 download by 1 person',
    '1 refused request',
  ])
    expect(mail).toContain(sentence);
  expect((await member.get(`/api/files/${file.id}`)).status).toBe(200);
  expect(await sendNow()).toHaveLength(1);

  const other = await owner.file({ content: 'Elsewhere.' });
  const archive = (person: typeof owner, ...fileIds: number[]) =>
    person.post('/api/files/bulk/archive', { fileIds });
  expect((await archive(member, file.id)).status).toBe(200);
  expect((await archive(editor, file.id)).status).toBe(200);
  expect((await archive(editor, file.id)).status).toBe(200);
  expect((await archive(owner, file.id, other.id)).status).toBe(200);
  expect((await member.get(`/api/files/${file.id}/download`)).status).toBe(200);
  expect((await sendNow()).at(-1)).toContain('4 downloads by 2 people');
  expect((await archive(owner, other.id)).status).toBe(200);
  expect(await sendNow()).toHaveLength(2);
});

test('guests of a link without an address are named by the link, for each link once', async ({ testApp }) => {
  const { owner, root, file } = await openRoom(testApp);
  const { db, now } = testApp.server.services;
  const view = async (name: string, linkId?: number) => {
    const link = { name, targets: [{ kind: 'file', id: file.id }] };
    const link_id = linkId ?? ((await owner.post('/api/links', link)).body.id as number);
    const times = { viewed_at: now(), last_seen_at: now() };
    const { id: viewId } = await db
      .insertInto('file_views')
      .values({ file_id: file.id, viewer_id: null, viewer_email: '', link_id, version: 1, ...times })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { viewId, link_id };
  };
  const firstVisitors = async (from: number) => {
    const [after, until] = [from, from + 1_000].map((viewId) => ({ viewId, auditPosition: 0 }));
    if (!after || !until) throw new Error('There are two positions');
    const range = { rootId: root.id, userId: owner.id, from: after, until };
    return (await listFirstVisitors(db, range)).map(({ name }) => name);
  };
  const { viewId, link_id } = await view('Press');
  await view('Press', link_id);
  expect(await firstVisitors(viewId - 1)).toEqual(['a guest of the link “Press”']);
  const { viewId: last } = await view('Press', link_id);
  await view('Bank');
  expect(await firstVisitors(last - 1)).toEqual(['a guest of the link “Bank”']);
});
