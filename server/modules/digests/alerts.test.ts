import { expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { testWith } from '#server/testing/test-app.ts';
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
});
