import { expect } from 'vitest';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { createTokenClient } from '#server/testing/clients/token-client.ts';
import { openAccessPage } from '#server/testing/link-client.ts';
import { addMembers, grant, membersOf, openRoom, putJson } from '#server/testing/room-fixture.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';

/** Part of every name and text that a member of the first group may not read. */
export const HIDDEN = 'otterhidden';

/**
 * Opens a room whose first group sees one folder with a file, and beside them things that it does not see. The app needs a mail
 * server.
 */
export async function openSecrets(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group, file } = room;
  const hidden = await owner.folder(`${HIDDEN} folder`, inner.id);
  const files = [
    await owner.file({ name: `${HIDDEN}.txt`, content: `Merger of ${HIDDEN}.`, folderId: hidden.id }),
    await owner.file({ name: `${HIDDEN} level.txt`, content: `Merger with ${HIDDEN}.`, folderId: inner.id }),
  ];
  await testApp.finishJobs();
  const rival: Group = (await owner.post(`/api/rooms/${root.id}/groups`, { name: `${HIDDEN} bidder` })).body;
  const over: Group = (await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Over' })).body;
  const people = [await testApp.user(), await testApp.user()];
  await addMembers(owner, group, people[0]?.email ?? '', 'guest@example.test');
  await addMembers(owner, rival, `${HIDDEN}@example.test`);
  await addMembers(owner, over, people[1]?.email ?? '');
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  await grant(owner, root.id, { folder: inner, group: over, level: 'original' });
  await grant(owner, root.id, { folder: hidden, group, level: 'none' });
  await hideFile(room, files[1]?.id);
  const placeholder = await addPlaceholders(room);
  expect((await owner.post(`/api/rooms/${root.id}/publications`, {})).status).toBe(201);
  // Members call the room by its code name.
  await owner.patch(`/api/rooms/${root.id}`, { name: `${HIDDEN} company`, codeName: 'Heron' });
  await owner.post(`/api/rooms/${root.id}/requests`, { text: `${HIDDEN} request`, groupId: rival.id });
  const request = await addRequest(room, [file.id, ...files.map(({ id }) => id)]);
  const later = await owner.file({
    name: `${HIDDEN} later.txt`,
    content: `Merger after ${HIDDEN}.`,
    folderId: inner.id,
  });
  const at = new Date(testApp.server.services.now() + 86_400_000).toISOString();
  const { body: publication } = await owner.post(`/api/rooms/${root.id}/publications`, { at });
  const draft = await owner.folder(`${HIDDEN} draft`, inner.id);
  files.push(
    later,
    await owner.file({
      name: `${HIDDEN} draft.txt`,
      content: `Merger before ${HIDDEN}.`,
      folderId: inner.id,
    }),
  );
  await testApp.finishJobs();
  const end = { endsAt: new Date(testApp.server.services.now() + 1_000).toISOString() };
  expect((await owner.patch(`/api/groups/${over.id}`, end)).status).toBe(200);
  testApp.advanceClock(2_000);
  const readers = await openReaders(testApp, room, people);
  return {
    ...{ owner, root, inner, hidden, file, group, rival, readers },
    member: people[0],
    ids: {
      rooms: [root.id],
      folders: [root.id, inner.id, hidden.id, draft.id],
      files: [file.id, ...files.map(({ id }) => id)],
      groups: [group.id, rival.id, over.id],
      placeholders: [placeholder.id],
      requests: [request.id, request.id - 1],
      publications: [publication.id],
    } satisfies Record<string, number[]>,
  };
}

type Room = Awaited<ReturnType<typeof openRoom>>;

/** Hides a file of the folder that the first group sees from it. */
async function hideFile({ owner, root, inner, group }: Room, fileId: number | undefined): Promise<void> {
  const rows = (await owner.get(`/api/rooms/${root.id}/permissions?folderId=${inner.id}`)).body;
  const { version } = rows.find(
    ({ kind, id }: { kind: string; id: number }) => kind === 'file' && id === fileId,
  );
  const cell = { kind: 'file', id: fileId, groupId: group.id, level: 'none', version };
  expect((await owner.patch(`/api/rooms/${root.id}/permissions`, { cells: [cell] })).status).toBe(200);
}

/** Adds a placeholder that the first group sees, and one that it does not see, which is returned. */
async function addPlaceholders({ owner, inner, group }: Room): Promise<{ id: number }> {
  const shown = { name: 'Shown', responsibleName: `${HIDDEN} person` };
  await owner.post(`/api/folders/${inner.id}/placeholders`, shown);
  const { body: placeholder } = await owner.post(`/api/folders/${inner.id}/placeholders`, {
    name: `${HIDDEN} place`,
  });
  await putJson(owner, `/api/placeholders/${placeholder.id}/levels`, {
    levels: [{ groupId: group.id, level: 'none' }],
  });
  return placeholder;
}

/** Adds a request of the first group with these files. */
async function addRequest({ owner, root, group }: Room, fileIds: readonly number[]): Promise<{ id: number }> {
  const { body: request } = await owner.post(`/api/rooms/${root.id}/requests`, {
    text: 'Leases',
    groupId: group.id,
    responsibleName: `${HIDDEN} person`,
  });
  await owner.post(`/api/requests/${request.id}/files`, { fileIds });
  return request;
}

async function openReaders(
  testApp: TestApp,
  { owner, root, group }: Room,
  [member, ended]: readonly TestClient[],
): Promise<Record<string, TestClient>> {
  const { http } = testApp.server;
  const view = await owner.post(`/api/rooms/${root.id}/view-as`, { groupId: group.id });
  const cookies = [view.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0]);
  const listed = await membersOf(owner, group);
  const visitor = createTestClient(http);
  await visitor.get(`/api/visitor/auth/${listed.find(({ inviteUrl }) => inviteUrl)?.inviteUrl?.slice(-43)}`);
  const { body: link } = await owner.post('/api/links', {
    name: 'Bidders',
    groupId: group.id,
    settings: { requireCode: true, level: 'download' },
  });
  const browser = openAccessPage(testApp.server, link.url);
  await browser.submit('email', { email: 'by-link@example.test' });
  await testApp.finishJobs();
  await browser.submit('code', { code: await readCode(testApp, 'by-link@example.test') });
  expect((await browser.submit('enter')).status).toBe(200);
  return {
    ...(member && { member, 'token of a member': await createTokenClient(testApp.server, member) }),
    ...(ended && { ended }),
    'visitor of a link': browser,
    visitor,
    'view as': createTestClient(http, [owner.cookie, ...cookies].join('; ')),
    'staff of another room': (await openRoom(testApp)).owner,
  };
}

/** Reads the last code that was mailed to an address; the background work mails it. */
async function readCode({ server }: TestApp, email: string): Promise<string | undefined> {
  const { db, encryptor } = server.services;
  const { encrypted_body } = await db
    .selectFrom('outbox_messages')
    .select('encrypted_body')
    .where('to_address', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return /code is (\d{6})\./.exec(JSON.parse(encryptor.decrypt('mail', encrypted_body)).text)?.[1];
}
