import type { InjectOptions } from 'fastify';
import type { Endpoint } from '#shared/contracts/endpoint.ts';
import {
  createTestClient,
  MULTIPART_TYPE,
  multipartBody,
  type TestClient,
} from '../clients/inject-client.ts';
import { signUrl } from '../clients/signed-url.ts';
import { acceptTermsThroughLink } from '../link-client.ts';
import type { TestApp } from '../test-app.ts';
import {
  clientForRole,
  createRoleUsers,
  type Role,
  type RoleUsers,
  renewSessions,
  shareFolder,
} from './roles.ts';
import type { Row, RowFixture, RowRequest } from './row.ts';

let number = 0;
const everybody = new WeakMap<TestApp, Promise<RoleUsers>>();

const peopleOf = (testApp: TestApp): Promise<RoleUsers> => {
  const people = everybody.get(testApp) ?? createRoleUsers(testApp);
  everybody.set(testApp, people);
  return people;
};

/** Inserts an account without a password, as the object of a call. */
async function insertAccount({ testApp }: RoleUsers, name: string): Promise<number> {
  const { db, now } = testApp.server.services;
  const { id } = await db
    .insertInto('users')
    .values({
      username: name,
      username_key: name,
      email: `${name}@example.test`,
      email_key: `${name}@example.test`,
      password_hash: '',
      is_admin: 0,
      created_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A row's fixture, and its callers. */
export interface Stage {
  readonly scene: RowFixture;
  clientOf(role: Role): Promise<TestClient> | TestClient;
  /** Signs in again those who prepare the calls, whose sessions a call may have ended. */
  renewSessions(): Promise<void>;
}

/** Creates a new fixture; the users are the same for all rows of a test app. */
export async function openScene(testApp: TestApp): Promise<Stage> {
  const people = await peopleOf(testApp);
  await renewSessions(people);
  const { owner, collaborator, administrator } = people;
  const { id: folderId } = await owner.folder('Shared');
  await shareFolder(people, folderId);
  number += 1;
  const accountId = await insertAccount(people, `account-${number}`);
  const acceptTerms = (termsId: number) => acceptTermsThroughLink(testApp, owner, { folderId, termsId });
  const visit = async (inviteUrl: string) => {
    const client = createTestClient(testApp.server.http);
    await client.get(`/api/visitor/auth/${inviteUrl.slice(-43)}`);
    return client;
  };
  const scene = { owner, collaborator, administrator, folderId, accountId, number, acceptTerms, visit };
  return {
    scene,
    clientOf: (role) => clientForRole(people, folderId, role),
    renewSessions: () => renewSessions(people),
  };
}

/** Creates what the call of a row needs. */
export async function prepareRequest(testApp: TestApp, row: Row, scene: RowFixture): Promise<RowRequest> {
  const asked = await row.request(scene);
  if (row.awaitsJobs) await testApp.finishJobs();
  return asked;
}

/** Returns the call of a row as this client sends it. */
export async function requestOf(
  client: TestClient,
  { method, path }: Endpoint,
  asked: RowRequest,
): Promise<InjectOptions & { url: string }> {
  const { params = {}, query, body, form, headers = {}, bytes, isSigned } = asked;
  const plain = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])));
  const address = isSigned ? await signUrl(client, plain) : plain;
  return {
    method,
    url: query === undefined ? address : `${address}${address.includes('?') ? '&' : '?'}${query}`,
    headers,
    ...(bytes !== undefined && { payload: bytes }),
    ...(body !== undefined && {
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
    ...(form && { payload: multipartBody(form), headers: { 'content-type': MULTIPART_TYPE } }),
  };
}

/** Sends the call of a row as this client. */
export const send = async (client: TestClient, endpoint: Endpoint, asked: RowRequest) =>
  client.send(await requestOf(client, endpoint, asked));
