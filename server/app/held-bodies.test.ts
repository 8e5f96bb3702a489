import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import {
  createTestClient,
  MULTIPART_TYPE,
  multipartBody,
  type TestClient,
} from '#server/testing/clients/inject-client.ts';
import { createTusClient, TUS_HEADERS, UPLOAD_MEDIA_TYPE } from '#server/testing/clients/tus-client.ts';
import { digestDatabase } from '#server/testing/database-digest.ts';
import { openHeldRequest } from '#server/testing/held-request.ts';
import { type TestApp, test as testWithApp } from '#server/testing/test-app.ts';

const test = testWithApp.extend<{ $file: { url: string } }>({
  url: [
    async ({ testApp }, use) => {
      await use(await testApp.server.http.listen({ port: 0, host: '127.0.0.1' }));
      testApp.server.http.server.closeAllConnections();
    },
    { scope: 'file' },
  ],
});

const TUS_BODY = Buffer.alloc(1000);
const JSON_TYPE = 'application/json';

/** Creates an administrator with a folder, a file and an unfinished upload; another administrator; a collaborator. */
async function createPeople(testApp: TestApp) {
  const caller = await testApp.user({ isAdmin: true });
  const chief = await testApp.user({ isAdmin: true });
  const collaborator = await testApp.user();
  const unrelatedUser = await testApp.user();
  const folder = await caller.folder();
  await testApp.share(folder.id, collaborator);
  const file = await caller.file({ folderId: folder.id });
  return { caller, chief, collaborator, unrelatedUser, folder, file };
}

type People = Awaited<ReturnType<typeof createPeople>>;
type Name = 'caller' | 'collaborator';
type Call = (people: People, by: Name) => Promise<{ path: string; type: string; body: Buffer }>;

const json = (path: string, body: object) => ({
  path,
  type: JSON_TYPE,
  body: Buffer.from(JSON.stringify(body)),
});

async function makeRoom(owner: TestClient, folder: { id: number }) {
  expect((await owner.post('/api/rooms', { folderId: folder.id })).status).toBe(201);
  return folder;
}

const form = (room: { id: number }, path: string, value: string) => ({
  path: `/api/rooms/${room.id}/${path}`,
  type: MULTIPART_TYPE,
  body: multipartBody([{ name: 'file', value, filename: 'table.csv' }]),
});

async function resumable({ folder, ...people }: People, by: Name, size: number) {
  const path = await createTusClient(people[by]).open(size, { folderId: String(folder.id) });
  return { path, type: UPLOAD_MEDIA_TYPE, body: TUS_BODY };
}

const CONTENT: Record<string, Call> = {
  'PATCH allow-download': async ({ file }) =>
    json(`/api/files/${file.id}/allow-download`, { allowDownload: false }),
  'POST file': async ({ folder }) => ({
    path: '/api/files',
    type: MULTIPART_TYPE,
    body: multipartBody([
      { name: 'folderId', value: String(folder.id) },
      { name: 'allowDownload', value: 'true' },
      { name: 'file', value: 'A secret.', filename: 'secret.txt' },
    ]),
  }),
  'POST index': async ({ caller, folder }) =>
    form(await makeRoom(caller, folder), 'index', 'Number,Name\n1,A\n'),
  'POST requests import': async ({ caller, folder }) =>
    form(await makeRoom(caller, folder), 'requests/import', 'Request\nThe lease\n'),
  'PATCH upload with its last bytes': (people, by) => resumable(people, by, TUS_BODY.length),
  'PATCH upload with some bytes': (people, by) => resumable(people, by, TUS_BODY.length * 2),
};
const OWNER: Record<string, Call> = {
  'POST collaborator': async ({ folder, unrelatedUser }) =>
    json(`/api/folders/${folder.id}/collaborators`, { userId: unrelatedUser.id }),
  'POST invitation': async ({ folder }) =>
    json('/api/invitations', { email: 'late@example.test', folderIds: [folder.id] }),
};
const ADMINISTRATION: Record<string, Call> = {
  'PATCH settings': async () => json('/api/admin/system-settings', { maxFilesPerFolder: 50 }),
  'POST user': async () =>
    json('/api/admin/users', {
      username: 'late',
      email: 'late@example.test',
      password: 'long enough',
      isAdmin: true,
    }),
  'PATCH user': async ({ unrelatedUser }) => json(`/api/admin/users/${unrelatedUser.id}`, { isAdmin: true }),
};

type Revocation = (people: People, testApp: TestApp) => Promise<unknown>;
const SESSION_ENDS: Record<string, Revocation> = {
  'signed out': ({ caller }, testApp) =>
    createTestClient(testApp.server.http, caller.cookie).post('/api/logout'),
  'got a new password': ({ caller, chief }) =>
    chief.patch(`/api/admin/users/${caller.id}`, { password: 'another password' }),
  'was deleted': ({ caller, chief }) => chief.delete(`/api/admin/users/${caller.id}`),
};
const demote: Revocation = ({ caller, chief }) =>
  chief.patch(`/api/admin/users/${caller.id}`, { isAdmin: false });
const removeCollaborator: Revocation = ({ caller, collaborator, folder }) =>
  caller.delete(`/api/folders/${folder.id}/collaborators/${collaborator.id}`);

/** Finds the time of the session's last request, which the server writes when it admits a request. */
const findLastSeen = async (testApp: TestApp, cookie: string | undefined): Promise<number | undefined> => {
  const token = cookie?.split('=')[1] ?? '';
  const row = await testApp.server.services.db
    .selectFrom('sessions')
    .select('last_seen_at')
    .where('token_hash', '=', createHash('sha256').update(token).digest())
    .executeTakeFirst();
  return row?.last_seen_at;
};

/**
 * Sends the call's headers and first byte, revokes the right, and sends the rest. Nothing may change after the
 * revocation.
 */
async function expectRefusal(
  { testApp, url }: { testApp: TestApp; url: string },
  { name, call, by = 'caller', revoke }: { name: string; call: Call; by?: Name; revoke: Revocation },
  statuses: readonly number[],
): Promise<void> {
  const people = await createPeople(testApp);
  const { path, type, body } = await call(people, by);
  const { cookie } = people[by];
  // This is longer than the interval in which the time of the last request is not written.
  testApp.advanceClock(61_000);
  const held = openHeldRequest(url, {
    method: name.split(' ')[0] ?? '',
    path,
    cookie,
    headers: {
      'content-type': type,
      ...(type === UPLOAD_MEDIA_TYPE && { ...TUS_HEADERS, 'upload-offset': '0' }),
    },
    body,
  });
  await expect.poll(() => findLastSeen(testApp, cookie)).toBe(testApp.server.services.now());
  await revoke(people, testApp);
  await testApp.finishJobs();
  const { db } = testApp.server.services;
  const [before, uploads] = [await digestDatabase(db), await listOffsets(testApp)];
  const { status } = await held.release();
  expect(statuses).toContain(status);
  await testApp.finishJobs();
  expect([await digestDatabase(db), await listOffsets(testApp)]).toEqual([before, uploads]);
}

const listOffsets = (testApp: TestApp) =>
  testApp.server.services.db
    .selectFrom('uploads')
    .select(['id', 'received_bytes', 'file_id'])
    .orderBy('id')
    .execute();

const cases = (calls: Record<string, Call>) => Object.entries(calls).map(([name, call]) => ({ name, call }));

for (const [reason, revoke] of Object.entries(SESSION_ENDS)) {
  test.for(cases({ ...CONTENT, ...OWNER, ...ADMINISTRATION }))(
    `$name is refused if its user ${reason} before the body arrived`,
    ({ name, call }, { testApp, url }) => expectRefusal({ testApp, url }, { name, call, revoke }, [401]),
  );
}

test.for(cases(ADMINISTRATION))(
  '$name is refused if its administrator was demoted before the body arrived',
  ({ name, call }, { testApp, url }) =>
    expectRefusal({ testApp, url }, { name, call, revoke: demote }, [403]),
);

test.for(cases(CONTENT))(
  '$name is refused if its collaborator was removed before the body arrived',
  ({ name, call }, { testApp, url }) =>
    expectRefusal(
      { testApp, url },
      { name, call, by: 'collaborator', revoke: removeCollaborator },
      [403, 404],
    ),
);

test.for(cases(CONTENT))(
  '$name is refused if maintenance began before the body arrived',
  async ({ name, call }, { testApp, url }) => {
    const administrator = await testApp.user({ isAdmin: true });
    const setMaintenance = (maintenanceMode: boolean) =>
      administrator.patch('/api/admin/system-settings', { maintenanceMode });
    const revoke: Revocation = () => setMaintenance(true);
    try {
      await expectRefusal({ testApp, url }, { name, call, by: 'collaborator', revoke }, [503]);
    } finally {
      await setMaintenance(false);
    }
  },
);

test.for(cases({ ...CONTENT, ...OWNER, ...ADMINISTRATION }))(
  '$name with a held body succeeds if no right was revoked',
  async ({ name, call }, { testApp, url }) => {
    const people = await createPeople(testApp);
    const { path, type, body } = await call(people, 'caller');
    const held = openHeldRequest(url, {
      method: name.split(' ')[0] ?? '',
      path,
      cookie: people.caller.cookie,
      headers: {
        'content-type': type,
        ...(type === UPLOAD_MEDIA_TYPE && { ...TUS_HEADERS, 'upload-offset': '0' }),
      },
      body,
    });
    expect([200, 201, 204]).toContain((await held.release()).status);
  },
);
