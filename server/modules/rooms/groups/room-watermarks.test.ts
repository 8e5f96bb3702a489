import { describe, expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { watermarkText } from '#server/modules/files/pages/watermark-text.ts';
import { listAuditEvents } from '#server/testing/audit-events.ts';
import { addMembers, grant, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { createPdf } from '#server/testing/sample-documents/sample-documents.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { Actor } from '#shared/policies/actor.ts';

const LOOK = { angle: -45, size: 150, density: 120, color: 'red' };

async function openMarkedRoom(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  const member = await testApp.user();
  await addMembers(owner, group, 'first@example.test', member.email);
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  const create = async (name: string, template: string) =>
    (await owner.post('/api/watermarks', { name, template, ...LOOK })).body;
  const ofGroup = await create('Strict', '{name}|{email}|{group}|{room}|{link}|{copy}');
  const ofRoom = await create('Plain', 'Room for {email}, {group}{copy}');
  const textFor = (actor: Actor) =>
    watermarkText({ ...systemContext(testApp.server.services), actor }, { roomId: root.id });
  const asMember = (): Actor => ({ kind: 'user', id: member.id, isAdmin: false, groupIds: [group.id] });
  return { ...room, member, ofGroup, ofRoom, textFor, asMember };
}

describe('the watermark of a group', () => {
  test('stands on the pages and PDFs of its members at every level, and on those of nobody else', async ({
    testApp,
  }) => {
    const { owner, root, inner, group, member, ofGroup, textFor, asMember } = await openMarkedRoom(testApp);
    const pdf = await createPdf();
    pdf.addPage([300, 400]);
    const content = Buffer.from(await pdf.save());
    const { id } = await owner.file({ folderId: inner.id, name: 'Contract.pdf', content });
    await testApp.server.services.db
      .updateTable('files')
      .set({ published_at: 0 })
      .where('id', '=', id)
      .execute();
    const isMarked = async (reader: typeof member) => {
      const pages = (await reader.get(`/api/files/${id}/pages`)).body;
      const { bytes } = await reader.get(`/api/files/${id}/download`);
      return [pages.isWatermarked, !bytes.equals(content) && bytes.subarray(0, 5).toString() === '%PDF-'];
    };
    expect(await isMarked(member)).toEqual([false, false]);
    const changed = await owner.patch(`/api/groups/${group.id}`, { watermarkId: ofGroup.id });
    expect([changed.status, changed.body.watermark]).toEqual([200, { id: ofGroup.id, name: 'Strict' }]);
    expect([await isMarked(member), await isMarked(owner)]).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(await textFor(asMember())).toEqual({
      text: `${member.username}|${member.email}|${group.name}|${root.name}||2`,
      look: LOOK,
    });
    // The name of the room may be that of a company for sale.
    await owner.patch(`/api/rooms/${root.id}`, { codeName: 'Heron' });
    expect(await textFor(asMember())).toMatchObject({
      text: `${member.username}|${member.email}|${group.name}|Heron||2`,
    });
    // A manager who views the room as the group sees its watermark with their own name.
    const viewed: Actor = {
      ...{ kind: 'visitor', invitationId: 0, mayDownload: false, groupIds: [group.id] },
      viewAs: { openedById: owner.id, groupId: group.id, roomId: root.id, endsAt: 0 },
    };
    expect(await textFor(viewed)).toMatchObject({
      text: expect.stringContaining(`|${owner.email}|${group.name}|`),
    });
    await owner.patch(`/api/groups/${group.id}`, { watermarkId: null });
    expect(await isMarked(member)).toEqual([false, false]);
  });

  test('the watermark of a group comes before that of the room, which everybody else sees where one is required', async ({
    testApp,
  }) => {
    const { owner, root, group, member, ofGroup, ofRoom, textFor, asMember } = await openMarkedRoom(testApp);
    const url = `/api/rooms/${root.id}`;
    const usual = await textFor(asMember());
    expect(usual).toEqual(expect.stringContaining('Muniment'));
    await putJson(owner, `${url}/brand`, { name: 'Project Heron' });
    expect(await textFor(asMember())).toBe(String(usual).replace('Muniment', 'Project Heron'));
    const settings = { watermarkId: ofRoom.id };
    expect((await owner.patch(url, { settings })).body).toMatchObject({
      settings: { watermarkPages: false, ...settings },
      watermark: { id: ofRoom.id, name: 'Plain' },
    });
    const ofOwner: Actor = { kind: 'user', id: owner.id, isAdmin: false };
    expect([await textFor(asMember()), await textFor(ofOwner)]).toEqual([
      { text: `Room for ${member.email}, ${group.name}2`, look: LOOK },
      { text: `Room for ${owner.email},`, look: LOOK },
    ]);
    await owner.patch(`/api/groups/${group.id}`, { watermarkId: ofGroup.id });
    expect([await textFor(asMember()), await textFor(ofOwner)]).toMatchObject([
      { text: expect.stringContaining(`|${member.email}|`) },
      { text: `Room for ${owner.email},` },
    ]);
    // Outside the room there is none of them.
    const ctx = { ...systemContext(testApp.server.services), actor: asMember() };
    expect(await watermarkText(ctx, {})).toEqual(expect.stringContaining('Muniment'));
    for (const [user, body] of [
      [`/api/groups/${group.id}`, { watermarkId: null }],
      [url, { settings: { watermarkId: null } }],
    ] as const) {
      const id = user === url ? ofRoom.id : ofGroup.id;
      expect((await owner.delete(`/api/watermarks/${id}`)).status).toBe(409);
      expect((await owner.patch(user, body)).status).toBe(200);
      expect((await owner.delete(`/api/watermarks/${id}`)).status).toBe(200);
    }
  });

  test('the watermark of a group calls a visitor without an address a guest', async ({ testApp }) => {
    const { owner, root, textFor } = await openMarkedRoom(testApp);
    const { id } = (await owner.post('/api/watermarks', { name: 'Name', template: 'For {name}', ...LOOK }))
      .body;
    expect((await owner.patch(`/api/rooms/${root.id}`, { settings: { watermarkId: id } })).status).toBe(200);
    const { invitationId } = await testApp.visitor({ inviter: owner, folderIds: [root.id] });
    const { db } = testApp.server.services;
    await db.updateTable('invitations').set({ email: '' }).where('id', '=', invitationId).execute();
    expect(await textFor({ kind: 'visitor', invitationId, mayDownload: false })).toMatchObject({
      text: 'For Guest',
    });
  });

  test('of somebody else cannot be chosen, and one that another manager chose stays', async ({ testApp }) => {
    const { owner, root, group, ofGroup } = await openMarkedRoom(testApp);
    const manager = await testApp.user();
    await putJson(owner, `/api/rooms/${root.id}/staff/${manager.id}`, { role: 'manager' });
    const url = `/api/groups/${group.id}`;
    const choose = async (watermarkId: number | null) => [
      (await manager.patch(url, { watermarkId })).status,
      (await manager.patch(`/api/rooms/${root.id}`, { settings: { watermarkId } })).status,
      (await manager.post(`/api/rooms/${root.id}/groups`, { name: `G${watermarkId}`, watermarkId })).status,
    ];
    expect(await choose(ofGroup.id)).toEqual([404, 404, 404]);
    expect((await owner.patch(url, { watermarkId: ofGroup.id })).status).toBe(200);
    expect((await manager.patch(url, { watermarkId: ofGroup.id, seesVersions: true })).status).toBe(200);
    expect((await manager.get(url)).body.watermark).toEqual({ id: ofGroup.id, name: 'Strict' });
    expect((await manager.get(`/api/watermarks/${ofGroup.id}`)).status).toBe(404);
    expect(
      (await listAuditEvents(testApp)).findLast(({ action }) => action === 'group.update'),
    ).toMatchObject({
      details: { watermarkId: ofGroup.id, seesVersions: true },
    });
    expect(await choose(null)).toEqual([200, 200, 201]);
  });
});

test('a former manager no longer changes a watermark that the room or a group uses', async ({ testApp }) => {
  const { owner, root, group } = await openRoom(testApp);
  const manager = await testApp.user();
  const appointed = await putJson(owner, `/api/rooms/${root.id}/staff/${manager.id}`, { role: 'manager' });
  expect(appointed.status).toBe(200);
  const { body: watermark } = await manager.post('/api/watermarks', {
    ...LOOK,
    name: 'Own',
    template: '{email}',
  });
  const url = `/api/watermarks/${watermark.id}`;
  const rename = (template: string) => manager.patch(url, { template });
  const setGroup = (watermarkId: number | null) => owner.patch(`/api/groups/${group.id}`, { watermarkId });
  const used = await manager.patch(`/api/groups/${group.id}`, { watermarkId: watermark.id });
  expect([used.status, (await rename('{name}')).status]).toEqual([200, 200]);
  expect((await owner.delete(`/api/rooms/${root.id}/staff/${manager.id}`)).status).toBe(200);
  expect([(await rename('{email} {date}')).status, (await manager.delete(url)).status]).toEqual([403, 403]);
  expect((await manager.get(url)).body.template).toBe('{name}');
  expect((await setGroup(null)).status).toBe(200);
  expect((await rename('{email} {date}')).status).toBe(200);
});
