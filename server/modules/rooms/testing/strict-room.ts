import { expect } from 'vitest';
import { addMembers, grant, openRoom, putJson } from '#server/testing/room-fixture.ts';
import type { TestApp } from '#server/testing/test-app.ts';

export const HOUR = 3_600_000;

/** Creates a room in which publications need an approval, with two managers, a member, and a draft file. */
export async function openStrict(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  const url = `/api/rooms/${root.id}`;
  const [second, member, admin] = [
    await testApp.user(),
    await testApp.user(),
    await testApp.user({ isAdmin: true }),
  ];
  await addMembers(owner, group, member.email);
  await grant(owner, root.id, { folder: inner, group, level: 'view' });
  await putJson(owner, `${url}/staff/${second.id}`, { role: 'manager' });
  expect((await owner.patch(url, { settings: { publicationApproval: true } })).status).toBe(200);
  const draft = await owner.file({ folderId: inner.id, name: 'draft.txt' });
  const sees = async () => (await member.get(`/api/files/${draft.id}`)).status === 200;
  const decide = (client: typeof owner, { id, version }: { id: number; version: string }) =>
    client.post(`/api/publications/${id}/approve`, { version });
  const request = async (body?: object) => (await owner.post(`${url}/publications`, body)).body;
  const later = () => new Date(testApp.server.services.now() + HOUR).toISOString();
  return { ...room, url, second, member, admin, draft, sees, decide, request, later };
}
