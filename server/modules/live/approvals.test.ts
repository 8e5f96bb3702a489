import { expect, onTestFinished } from 'vitest';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, membersOf, openRoom } from '#server/testing/room-fixture.ts';
import { testWith } from '#server/testing/test-app.ts';
import { openLiveStream } from './testing/live-stream.ts';

const test = testWith({ revocationCheckIntervalMs: 50 });

test('a member hears that they are asked to approve a publication, and that it was canceled, and nothing else of the staff', async ({
  testApp,
}) => {
  const url = await testApp.server.http.listen({ port: 0, host: '127.0.0.1' });
  const { owner, root, inner, group } = await openRoom(testApp);
  await addMembers(owner, group, 'lead@example.test', 'junior@example.test');
  await grant(owner, root.id, { folder: inner, group, level: 'view' });
  await owner.post(`/api/rooms/${root.id}/publications`, {});
  const members = await membersOf(owner, group);
  const enter = async (email: string) => {
    const member = members.find((each) => each.email === email);
    const client = createTestClient(testApp.server.http);
    await client.get(`/api/visitor/auth/${member?.inviteUrl?.slice(-43)}`);
    return { id: member?.id ?? 0, client, stream: await listen(client) };
  };
  async function listen({ cookie }: TestClient) {
    const stream = await openLiveStream(url, cookie);
    onTestFinished(stream.close);
    await expect.poll(stream.heard).toContain('resync');
    stream.forget();
    return stream;
  }
  const [lead, junior] = [await enter('lead@example.test'), await enter('junior@example.test')];
  const manager = await listen(owner);
  const ofRoom = `room ${root.id}`;
  /** Waits until the manager has heard of a change: what the members hear of it was sent with it. */
  const heardByManager = async () => {
    await expect.poll(manager.heard, { interval: 10 }).toContain(ofRoom);
    manager.forget();
  };
  await owner.file({ folderId: inner.id, name: 'draft.txt' });
  expect((await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Bidder B' })).status).toBe(201);
  await heardByManager();
  const request = { approverMemberId: lead.id };
  const { status, body } = await owner.post(`/api/rooms/${root.id}/publications`, request);
  expect([status, body.state]).toEqual([201, 'requested']);
  await expect.poll(lead.stream.heard, { interval: 10 }).toEqual(expect.arrayContaining([ofRoom]));
  expect(lead.stream.heard().filter((each) => each === ofRoom)).toHaveLength(1);
  expect((await lead.client.get('/api/publication-approvals')).body).toMatchObject([{ id: body.id }]);
  await heardByManager();
  lead.stream.forget();
  expect((await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Bidder C' })).status).toBe(201);
  await heardByManager();
  expect(lead.stream.heard()).not.toContain(ofRoom);
  expect((await owner.delete(`/api/publications/${body.id}`)).status).toBe(200);
  await expect.poll(lead.stream.heard, { interval: 10 }).toEqual(expect.arrayContaining([ofRoom]));
  expect(junior.stream.heard()).not.toContain(ofRoom);
});
