import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { digestDatabase } from '#server/testing/database-digest.ts';
import { endpointName, listEndpoints } from '#server/testing/list-endpoints.ts';
import { expectedStatuses } from '#server/testing/permission-table/expected-statuses.ts';
import { LINK_ROLES } from '#server/testing/permission-table/link-visitors.ts';
import { MEMBER_ROLES, ROLES, type Role, WRITTEN_ROLES } from '#server/testing/permission-table/roles.ts';
import type { Row, RowRequest } from '#server/testing/permission-table/row.ts';
import { rows } from '#server/testing/permission-table/rows.ts';
import { openScene, prepareRequest, send } from '#server/testing/permission-table/scene.ts';
import { isFullRun } from '#server/testing/run-count.ts';
import { type TestApp, test as testWithApp } from '#server/testing/test-app.ts';
import type { Endpoint } from '#shared/contracts/endpoint.ts';

const endpoints = new Map((await listEndpoints()).map((endpoint) => [endpointName(endpoint), endpoint]));

const CODES: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
};
const MUST_ACCEPT: Role = 'link visitor who must accept terms';
const ABSENT = 999_999_999;
const isOnPostgres = process.env['MUNIMENT_TEST_DATABASE'] === 'postgres';

/**
 * Hashes all data once nothing more is being written. On PostgreSQL it does so in the full run only: which calls write does not
 * depend on the engine.
 */
async function digest(testApp: TestApp): Promise<Record<string, string>> {
  if (!isFullRun && isOnPostgres) return {};
  await testApp.finishJobs();
  return digestDatabase(testApp.server.services.db);
}

/**
 * Expects a refusal in the common form. An object that is hidden from the actor is refused like one that never
 * existed.
 */
async function expectRefusal(
  client: TestClient,
  endpoint: Endpoint,
  asked: RowRequest,
  body: unknown,
  { status, role }: { status: number; role: Role },
) {
  const isAskedForTerms = role === MUST_ACCEPT && endpoint.caller !== 'anyone';
  const code = isAskedForTerms ? 'terms-required' : CODES[status];
  // Responses to HEAD have no body.
  const said = endpoint.method === 'HEAD' ? '' : { error: expect.any(String), code };
  expect(body).toEqual(said);
  if (status !== 404 || asked.params?.['id'] === undefined) return;
  const absent = await send(client, endpoint, { ...asked, params: { ...asked.params, id: ABSENT } });
  expect([absent.status, absent.body]).toEqual([404, body]);
}

/** Calls with a statement that the short run sends to PostgreSQL nowhere else. */
const ALWAYS_ON_POSTGRES = [
  'POST /api/email-confirmation',
  'GET /api/user/passkeys',
  'GET /api/folders/:id/sharing',
  'GET /api/imports',
  'POST /api/changes/seen',
  'DELETE /api/requests/:id/files/:fileId',
  'POST /api/admin/maintenance/:task/approve',
];

/**
 * Declares the tests of every third row from `part` on, of which the short run has half on PostgreSQL. A file of tests for each
 * part: the table takes longer than any other file, and files run concurrently.
 */
export function describePermissionTable(part: 0 | 1 | 2): void {
  const isShort = isOnPostgres && !isFullRun;
  const always = ALWAYS_ON_POSTGRES.map((endpoint) => rows.findIndex((row) => row.endpoint === endpoint));
  if (always.includes(-1)) throw new Error('A call that is always asked on PostgreSQL has no row.');
  const own = rows.filter((_row, index) =>
    isShort ? index % 6 === part || (part === 0 && always.includes(index)) : index % 3 === part,
  );
  describe.each(own)('$endpoint $note', describeRow);
}

function describeRow(row: Row): void {
  const { endpoint: name, statuses, memberStatus } = row;
  const endpoint = endpoints.get(name);
  if (!endpoint) throw new Error(`There is no call ${name}`);
  const expected = {
    ...expectedStatuses(statuses.split(' ').map(Number), endpoint),
    ...(memberStatus !== undefined && { 'group member': memberStatus }),
  };

  testWithApp('each role gets its status, and a refusal changes nothing', async ({ testApp }) => {
    const stage = await openScene(testApp);
    const asked = await prepareRequest(testApp, row, stage.scene);
    const found: Record<string, number> = {};
    const isRefused = (role: Role) => (expected[role] ?? 0) >= 400;

    /** Expects that none of the roles changes anything; what their users need is created first. */
    async function expectRefusals(roles: readonly Role[], called: Endpoint): Promise<void> {
      const clients = new Map<Role, TestClient>();
      for (const role of roles) clients.set(role, await stage.clientOf(role));
      const before = await digest(testApp);
      for (const [role, client] of clients) {
        const { status, body } = await send(client, called, asked);
        found[role] = status;
        if (status === expected[role]) await expectRefusal(client, called, asked, body, { status, role });
      }
      expect(await digest(testApp)).toEqual(before);
    }

    await expectRefusals([...WRITTEN_ROLES, ...LINK_ROLES].filter(isRefused), endpoint);
    const changes = endpoint.method !== 'GET' || endpoint.hasSideEffects === true;
    for (const role of ROLES.filter((role) => !isRefused(role))) {
      // A call that changes its object gets a new one for each role.
      const own = changes ? await openScene(testApp) : stage;
      const client = await own.clientOf(role);
      const { status } = await send(
        client,
        endpoint,
        changes ? await prepareRequest(testApp, row, own.scene) : asked,
      );
      found[role] = status;
    }
    // Last, because they make the folder a room, in which collaborators may do more.
    await stage.renewSessions();
    await expectRefusals(MEMBER_ROLES.filter(isRefused), endpoint);
    expect(found).toEqual(expected);
  });
}
