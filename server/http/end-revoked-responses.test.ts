import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect } from 'vitest';
import { createApp } from '#server/app/app.ts';
import { audit } from '#server/app/audit.ts';
import { systemContext, transaction } from '#server/app/context.ts';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';
import { REVOCATION_CHECK_INTERVAL_MS } from './end-revoked-responses.ts';

const CHECK_INTERVAL_MS = 50;
/** More than the buffers of a connection hold, so that a response to a reader who waits stays open. */
const CONTENT = Buffer.alloc(16 * 1024 ** 2, 'x');
const HOUR_MS = 60 * 60 * 1000;

const test = testWith({ revocationCheckIntervalMs: CHECK_INTERVAL_MS }).extend<{ $file: { url: string } }>({
  url: [
    async ({ testApp }, use) => {
      await use(await testApp.server.http.listen({ port: 0, host: '127.0.0.1' }));
      testApp.server.http.server.closeAllConnections();
    },
    { scope: 'file' },
  ],
});

async function createPeople(testApp: TestApp) {
  const owner = await testApp.user();
  const admin = await testApp.user({ isAdmin: true });
  const chief = await testApp.user({ isAdmin: true });
  const collaborator = await testApp.user();
  const folder = await owner.folder();
  await testApp.share(folder.id, collaborator);
  const file = await owner.file({ name: 'plan.pdf', content: CONTENT, folderId: folder.id });
  const visitor = await testApp.visitor({
    inviter: owner,
    folderIds: [folder.id],
    mayDownload: true,
    expiresAt: testApp.server.services.now() + HOUR_MS,
  });
  return { owner, admin, chief, collaborator, visitor, folder, file };
}

type People = Awaited<ReturnType<typeof createPeople>>;

interface RunningResponse {
  readonly message: IncomingMessage;
  /** Resolves with whether the server has closed the connection although there is more to send. */
  isCutOff(): Promise<boolean>;
}

/** Resolves with a response of which the reader takes nothing yet. */
async function begin(url: string, path: string, { cookie = '' }: TestClient): Promise<RunningResponse> {
  const call = request(`${url}${path}`, { agent: false, headers: { cookie } });
  const answered: Promise<IncomingMessage[]> = once(call.end(), 'response');
  const [message = expect.unreachable()] = await answered;
  expect(message.statusCode).toBe(200);
  return {
    message,
    async isCutOff() {
      try {
        for await (const _chunk of message);
        return false;
      } catch {
        return true;
      }
    },
  };
}

const countConnections = ({ server }: TestApp): Promise<number> =>
  new Promise((resolve, reject) =>
    server.http.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

type Reader = 'owner' | 'admin' | 'collaborator' | 'visitor';
type Revoke = (people: People, testApp: TestApp) => Promise<{ status: number } | undefined>;

type Revocation = readonly [string, Reader, Revoke];

const REVOCATIONS: readonly Revocation[] = [
  ['the session ends', 'owner', ({ owner }) => owner.post('/api/logout')],
  [
    'the user is deleted',
    'collaborator',
    ({ chief, collaborator }) => chief.delete(`/api/admin/users/${collaborator.id}`),
  ],
  [
    'the administrator is demoted',
    'admin',
    ({ chief, admin }) => chief.patch(`/api/admin/users/${admin.id}`, { isAdmin: false }),
  ],
  [
    'the collaborator is removed',
    'collaborator',
    ({ owner, collaborator, folder }) =>
      owner.delete(`/api/folders/${folder.id}/collaborators/${collaborator.id}`),
  ],
  [
    'the invitation is revoked',
    'visitor',
    ({ owner, visitor }) => owner.delete(`/api/invitations/${visitor.invitationId}`),
  ],
  [
    'the invitation expires',
    'visitor',
    async (_people, testApp) => {
      testApp.advanceClock(HOUR_MS);
      return undefined;
    },
  ],
  ['the file is deleted', 'owner', ({ owner, file }) => owner.delete(`/api/files/${file.id}`)],
  [
    'the file is moved away',
    'collaborator',
    async ({ owner, file }) =>
      owner.patch(`/api/files/${file.id}/move`, { folderId: (await owner.folder()).id }),
  ],
  [
    'download is restricted',
    'collaborator',
    ({ chief, file }) => chief.patch(`/api/files/${file.id}/allow-download`, { allowDownload: false }),
  ],
];

const pathOfDownload = ({ file }: People) => `/api/files/${file.id}/download`;
const pathOfArchive = ({ folder }: People) => `/api/folders/${folder.id}/archive`;
/** Both kinds of responses use the same checks, except that of the file that an archive contains. */
const REVOCATIONS_OF_ARCHIVES = REVOCATIONS.filter(([event]) =>
  ['the session ends', 'the collaborator is removed', 'the file is deleted'].includes(event),
);

async function expectEnd(
  [, reader, revoke]: Revocation,
  pathOf: (people: People) => string,
  { testApp, url }: { testApp: TestApp; url: string },
): Promise<void> {
  const people = await createPeople(testApp);
  const response = await begin(url, pathOf(people), people[reader]);
  const answer = await revoke(people, testApp);
  if (answer) expect(answer.status).toBe(200);
  await expect.poll(() => countConnections(testApp)).toBe(0);
  expect(await response.isCutOff()).toBe(true);
}

test.for(REVOCATIONS)('a running download ends when %s', (revocation, { testApp, url }) =>
  expectEnd(revocation, pathOfDownload, { testApp, url }),
);

test.for(REVOCATIONS_OF_ARCHIVES)('a running archive ends when %s', (revocation, { testApp, url }) =>
  expectEnd(revocation, pathOfArchive, { testApp, url }),
);

test('a running response is complete while access lasts', async ({ testApp, url }) => {
  const people = await createPeople(testApp);
  const lasting = await Promise.all([
    begin(url, pathOfDownload(people), people.owner),
    begin(url, pathOfArchive(people), people.owner),
  ]);
  const ended = await begin(url, pathOfDownload(people), people.collaborator);
  await testApp.unshare(people.folder.id, people.collaborator);
  await expect.poll(() => countConnections(testApp)).toBe(2);
  expect(await ended.isCutOff()).toBe(true);
  expect(await Promise.all(lasting.map((response) => response.isCutOff()))).toEqual([false, false]);
});

test('a download ends when its session is ended on another node', async ({ testApp, url }) => {
  const { owner, file } = await createPeople(testApp);
  const opened = { ...testApp.server.services, isOnlyProcess: false, close: async () => {} };
  const otherNode = await createApp(opened, { webDirectory: testApp.dataDir });
  const response = await begin(url, `/api/files/${file.id}/download`, owner);
  const signedOut = await createTestClient(otherNode.http, owner.cookie).post('/api/logout');
  expect(signedOut.status).toBe(200);
  await expect.poll(() => countConnections(testApp)).toBe(0);
  expect(await response.isCutOff()).toBe(true);
  await otherNode.stop();
});

test('an export of the audit log ends when the administrator is demoted, which is recorded', async ({
  testApp,
  url,
}) => {
  const { admin, chief } = await createPeople(testApp);
  const details = { filters: 'x'.repeat(100_000) };
  await transaction(systemContext(testApp.server.services), async (ctx) => {
    for (let row = 0; row < 160; row += 1) await audit(ctx, { action: 'audit.export', details });
  });
  const response = await begin(url, '/api/admin/audit/export', admin);
  await chief.patch(`/api/admin/users/${admin.id}`, { isAdmin: false });
  await expect.poll(() => countConnections(testApp)).toBe(0);
  expect(await response.isCutOff()).toBe(true);
  const latestRefusal = async () => (await chief.get('/api/admin/audit?action=call.refused&limit=1')).body[0];
  await expect.poll(latestRefusal).toMatchObject({
    actor: { id: admin.id },
    result: 'refused',
    details: { route: '/api/admin/audit/export' },
  });
});

test('two checks fit into the five seconds after a revocation', () => {
  expect(2 * REVOCATION_CHECK_INTERVAL_MS).toBeLessThan(4_000);
});
