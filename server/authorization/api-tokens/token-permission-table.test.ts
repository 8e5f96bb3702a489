import { describe, expect, test } from 'vitest';
import { createTokenClient } from '#server/testing/clients/token-client.ts';
import { endpointName, listEndpoints } from '#server/testing/list-endpoints.ts';
import { ROLES, type Role } from '#server/testing/permission-table/roles.ts';
import type { Row } from '#server/testing/permission-table/row.ts';
import { rows } from '#server/testing/permission-table/rows.ts';
import { openScene, prepareRequest, type Stage, send } from '#server/testing/permission-table/scene.ts';
import { isFullRun } from '#server/testing/run-count.ts';
import { type TestApp, test as testWithApp } from '#server/testing/test-app.ts';
import { includesScope, TOKEN_SCOPES, type TokenScope } from '#shared/policies/token-scopes.ts';
import { neededTokenScope, TOKEN_FORBIDDEN } from './assert-token-allows.ts';

const endpoints = new Map((await listEndpoints()).map((endpoint) => [endpointName(endpoint), endpoint]));
const isOnPostgres = process.env['MUNIMENT_TEST_DATABASE'] === 'postgres';
/**
 * The short run asks every ninth row, the full run all of them on SQLite and every third on PostgreSQL, where they would take as
 * long as all permission tables: what a token's scope allows is decided in TypeScript.
 */
const asked = rows.filter((_row, place) => (isFullRun ? !isOnPostgres || place % 3 === 1 : place % 9 === 4));

const REFUSED = { error: TOKEN_FORBIDDEN, code: 'forbidden' };
/** Calls that are carried out with all rights of the account. */
const BELOW_ACCOUNT = ['POST /api/certificates'];
/** Also with the scope `admin`, no token makes somebody an administrator. */
const callersOf = (scope: TokenScope): readonly Role[] =>
  scope === 'admin' ? ['administrator'] : ['owner', 'administrator'];

/** Opens a fixture without the tokens of the rows before, of which a user can have a hundred. */
async function openSceneWithoutTokens(testApp: TestApp): Promise<Stage> {
  await testApp.server.services.db.deleteFrom('api_tokens').execute();
  return openScene(testApp);
}

async function statusWithToken(testApp: TestApp, row: Row, role: Role, scope: TokenScope) {
  const endpoint = endpoints.get(row.endpoint);
  if (!endpoint) throw new Error('There is no such call');
  const stage = await openSceneWithoutTokens(testApp);
  const request = await prepareRequest(testApp, row, stage.scene);
  const client = await createTokenClient(testApp.server, await stage.clientOf(role), { scope });
  const answer = await send(client, endpoint, request);
  return { endpoint, answer };
}

/** The role with whose rights a token acts: administrators have theirs only with the scope `admin`. */
const statusOf = ({ statuses }: Row, role: Role): number => Number(statuses.split(' ')[ROLES.indexOf(role)]);

describe.each(asked)('$endpoint $note', (row) => {
  testWithApp('a token of each scope gets what its owner gets, or is refused', async ({ testApp }) => {
    for (const scope of TOKEN_SCOPES)
      for (const role of callersOf(scope)) {
        const { endpoint, answer } = await statusWithToken(testApp, row, role, scope);
        const needed = neededTokenScope(endpoint);
        const message = `${scope} token of ${role}`;
        if (needed === 'never' || !includesScope(scope, needed)) {
          const body = endpoint.method === 'HEAD' ? '' : REFUSED;
          expect([message, answer.status, answer.body]).toEqual([message, 403, body]);
        } else if (scope !== 'admin' && role === 'administrator' && BELOW_ACCOUNT.includes(row.endpoint)) {
          expect([message, answer.status, answer.body]).toEqual([message, 403, REFUSED]);
          // An administrator's token without the scope `admin` has at most the rights of an unrelated user.
        } else if (role === 'administrator' && scope !== 'admin')
          expect([message, answer.status]).toEqual([
            message,
            expect.toBeOneOf([statusOf(row, 'unrelated user'), 404]),
          ]);
        else expect([message, answer.status]).toEqual([message, statusOf(row, role)]);
      }
  });

  testWithApp('a token for another folder reaches nothing of this one', async ({ testApp }) => {
    const endpoint = endpoints.get(row.endpoint);
    if (!endpoint) throw new Error('There is no such call');
    const stage = await openSceneWithoutTokens(testApp);
    const { id } = await stage.scene.owner.folder('Elsewhere');
    const request = await prepareRequest(testApp, row, stage.scene);
    const limits = { scope: 'write' as const, folderIds: [id] };
    const client = await createTokenClient(testApp.server, stage.scene.owner, limits);
    const { status, body, bytes } = await send(client, endpoint, request);
    if (status >= 400) expect([400, 403, 404, 409]).toContain(status);
    else expect(`${JSON.stringify(body)}${bytes}`).not.toMatch(/Shared|note/);
  });
});

const named = (wanted: TokenScope | 'never'): string[] =>
  [...endpoints].flatMap(([name, endpoint]) => (neededTokenScope(endpoint) === wanted ? [name] : []));

test('a token changes nothing about how anybody signs in', () => {
  const refused = named('never');
  for (const [name, { method, path }] of endpoints)
    if (
      /\/(?:tokens|service-accounts|factors|passkeys|sessions|password|reauthenticate|login|register|oidc)/.test(
        path,
      )
    )
      expect([
        name,
        method === 'GET' && path.startsWith('/api/admin/') ? 'never' : refused.includes(name),
      ]).toEqual([name, method === 'GET' && path.startsWith('/api/admin/') ? 'never' : true]);
  expect(refused).toEqual(
    expect.arrayContaining([
      'PATCH /api/user/profile',
      'PATCH /api/admin/users/:id',
      'PATCH /api/admin/sign-in-settings',
      'DELETE /api/admin/users/:id/sign-in-limits',
      'POST /api/logout',
      'POST /api/files/:id/online-view',
      'GET /api/visitor/auth/:token',
    ]),
  );
});

test('calls other than GET and HEAD need the scope write, except those that only read', () => {
  expect(
    named('read')
      .filter((name) => !/^(?:GET|HEAD) /.test(name))
      .toSorted(),
  ).toEqual(['POST /api/files/bulk/archive', 'POST /api/files/bulk/download', 'POST /api/search/answer']);
  for (const name of endpoints.keys())
    if (name.includes(' /api/admin/')) expect(['admin', 'never']).toContain(neededOf(name));
});

function neededOf(name: string): TokenScope | 'never' {
  const endpoint = endpoints.get(name);
  if (!endpoint) throw new Error('There is no such call');
  return neededTokenScope(endpoint);
}
