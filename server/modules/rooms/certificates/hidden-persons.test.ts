import { expect } from 'vitest';
import { addMembers } from '#server/testing/room-fixture.ts';
import { testWithOwnApp as test } from '#server/testing/test-app.ts';
import { certify, openRoomNow } from './testing/certify.ts';

test('a visitor without an address is not credited with what others without an address opened', async ({
  testApp,
}) => {
  const { owner, inner, file, url } = await openRoomNow(testApp);
  const { db } = testApp.server.services;
  await db.insertInto('system_settings').values({ name: 'allowPublicSharing', value: 'true' }).execute();
  const invite = () => testApp.visitor({ inviter: owner, folderIds: [inner.id], email: '' });
  const [one, two] = [await invite(), await invite()];
  expect((await two.post(`/api/files/${file.id}/views`, { batch: 1, pages: [] })).status).toBe(200);
  for (const { invitationId } of [one, two]) {
    const { statement, certificate } = await certify(testApp, owner, url, { invitationId });
    expect([statement.hasAccess, statement.isUnnamed, statement.hidesPersons]).toEqual([
      true,
      true,
      undefined,
    ]);
    expect(statement.documents.map(({ id, opened }) => [id, opened])).toEqual([[file.id, undefined]]);
    expect((await owner.get(`/api/certificates/${certificate.id}?format=pdf`)).status).toBe(200);
  }
  const named = await testApp.visitor({ inviter: owner, folderIds: [inner.id] });
  const { statement } = await certify(testApp, owner, url, { invitationId: named.invitationId });
  expect(statement.documents).toMatchObject([{ id: file.id, opened: null }]);
});

test('while a room hides persons, no certificate says what one person opened', async ({ testApp }) => {
  const { owner, root, inner, file, group, url } = await openRoomNow(testApp);
  const [member, other] = [await testApp.user(), await testApp.user()];
  await addMembers(owner, group, member.email);
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [inner.id] });
  const link = { name: 'For the bank', targets: [{ kind: 'file', id: file.id }] };
  const { id: linkId } = (await owner.post('/api/links', link)).body;
  for (const reader of [member, visitor])
    expect((await reader.post(`/api/files/${file.id}/views`, { batch: 1, pages: [] })).status).toBe(200);
  const certified = async (party: object) => {
    const { statement } = await certify(testApp, owner, url, party);
    const [document] = statement.documents.filter(({ id }) => id === file.id);
    return [statement.hidesPersons, document?.opened];
  };
  const ofMember = { userId: member.id };
  expect(await certified(ofMember)).toEqual([undefined, expect.objectContaining({ times: 1 })]);
  const settings = { analytics: { hidePersons: true } };
  expect((await owner.patch(`/api/rooms/${root.id}`, { settings })).status).toBe(200);
  const ofGroup = { groupId: group.id };
  for (const party of [ofMember, { invitationId: visitor.invitationId }, ofGroup, { linkId }])
    expect(await certified(party)).toEqual([true, undefined]);
  // Of two people it says what the group opened, and of everybody what they opened themselves.
  await addMembers(owner, group, other.email);
  expect(await certified(ofGroup)).toEqual([undefined, expect.objectContaining({ times: 1 })]);
  const own = (await certify(testApp, member, '/api/certificates')).statement;
  expect(own.documents).toMatchObject([{ id: file.id, opened: { times: 1 } }]);
});
