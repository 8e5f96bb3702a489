import { expect } from 'vitest';
import { WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';

const test = testWith({ config: WITH_MAIL });

const HOUR_MS = 3_600_000;

interface StoredMail {
  readonly subject: string;
  readonly text: string;
}

async function newestMailTo({ server }: TestApp, address: string): Promise<StoredMail | undefined> {
  const { db, encryptor } = server.services;
  const rows = db.selectFrom('outbox_messages').selectAll().where('to_address', '=', address);
  const mail = await rows.orderBy('id', 'desc').limit(1).executeTakeFirst();
  return mail && { subject: mail.subject, ...JSON.parse(encryptor.decrypt('mail', mail.encrypted_body)) };
}

test('mails about changes call a room by its code name to members of groups, and by its name to its staff', async ({
  testApp,
}) => {
  const { owner, root, inner, group } = await openRoom(testApp);
  const settings = { namesInMails: true, draftUploads: false };
  await owner.patch(`/api/rooms/${root.id}`, { codeName: 'Project Falcon', settings });
  const [member, editor, both] = [await testApp.user(), await testApp.user(), await testApp.user()];
  await addMembers(owner, group, member.email, both.email);
  await grant(owner, root.id, { folder: inner, group, level: 'view' });
  for (const user of [editor, both]) await testApp.share(root.id, user);
  const frequency = 'immediately';
  expect((await member.patch(`/api/digests/${inner.id}`, { frequency })).status).toBe(200);
  for (const user of [editor, both])
    expect((await user.patch(`/api/digests/${root.id}`, { frequency })).status).toBe(200);
  const send = async () => {
    await owner.file({ folderId: inner.id });
    testApp.advanceClock(HOUR_MS);
    await testApp.finishJobs();
    const newest = ({ email }: { email: string }) => newestMailTo(testApp, email);
    return { member: await newest(member), editor: await newest(editor), both: await newest(both) };
  };

  await owner.patch(`/api/folders/${root.id}`, { name: 'Acme Corp' });
  const first = await send();
  expect(first.member?.subject).toBe('1 change in “Project Falcon”');
  expect(first.member?.text).toContain(`/changes?folder=${inner.id}`);
  expect(first.both?.text).toContain('1 renamed: Project Falcon');
  expect(JSON.stringify([first.member, first.both])).not.toMatch(/Acme|Deal/);
  expect(first.editor?.subject).toBe('2 changes in “Acme Corp”');

  const text = { kind: 'digest', subject: 'News of {room}', body: 'About {room}: {link}' };
  expect((await owner.post(`/api/rooms/${root.id}/mail-texts`, text)).status).toBe(201);
  const written = await send();
  const expected = {
    subject: 'News of Project Falcon',
    text: expect.stringContaining('About Project Falcon'),
  };
  expect(written).toMatchObject({ member: expected, both: expected, editor: expected });
  expect(JSON.stringify([written.member, written.both])).not.toContain('Acme');

  await owner.patch(`/api/rooms/${root.id}`, { codeName: null });
  expect((await send()).member?.subject).toBe('News of Acme Corp');
});
