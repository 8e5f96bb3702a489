import { createSession } from '#server/authorization/sessions.ts';
import { createTestClient, type TestClient } from '../clients/inject-client.ts';
import type { Factories } from '../factories.ts';
import type { TestApp } from '../test-app.ts';

/** The table's columns, in this order. */
export const ROLES = [
  'anonymous',
  'visitor',
  'expired visitor',
  'revoked visitor',
  'unrelated user',
  'collaborator',
  'owner',
  'administrator',
  'deleted user',
] as const;
export type Role = (typeof ROLES)[number];

export type TestUser = Awaited<ReturnType<Factories['user']>>;

export interface RoleUsers {
  readonly testApp: TestApp;
  readonly unrelatedUser: TestUser;
  readonly collaborator: TestUser;
  readonly owner: TestUser;
  readonly administrator: TestUser;
  /** Whose account has ended. */
  readonly deleted: TestUser;
}

const SESSION_CLIENT = { address: '127.0.0.1', userAgent: 'test' };
const DAY_MS = 86_400_000;

/** One of each, for all rows: an account costs more than everything else here. */
export async function createRoleUsers(testApp: TestApp): Promise<RoleUsers> {
  const { db, now } = testApp.server.services;
  const deleted = await testApp.user();
  await db.updateTable('users').set({ deleted_at: now() }).where('id', '=', deleted.id).execute();
  return {
    testApp,
    unrelatedUser: await testApp.user(),
    collaborator: await testApp.user(),
    owner: await testApp.user(),
    administrator: await testApp.user({ isAdmin: true }),
    deleted,
  };
}

/** A new session: the one before may have been ended by a call, or by those that came after it. */
async function createSessionCookie({ testApp }: RoleUsers, { id }: TestUser): Promise<string> {
  return `muniment_session=${await createSession(testApp.server.services, { userId: id }, SESSION_CLIENT)}`;
}

const clientForUser = async (people: RoleUsers, person: TestUser): Promise<TestClient> =>
  createTestClient(people.testApp.server.http, await createSessionCookie(people, person));

/** Lets those work again who make what the calls are about. */
export async function renewSessions(people: RoleUsers): Promise<void> {
  // Sessions of one instant have no order in which the oldest could be ended.
  people.testApp.advanceClock(1_000);
  for (const person of [people.owner, people.collaborator, people.administrator])
    person.cookie = await createSessionCookie(people, person);
}

/** An account without a password, to which something can be done. */
export async function insertAccount({ testApp }: RoleUsers, name: string): Promise<number> {
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

/** Lets those into a folder whom the table calls its collaborator and its deleted user. */
export async function shareFolder(
  { testApp, collaborator, deleted }: RoleUsers,
  folderId: number,
): Promise<void> {
  await testApp.share(folderId, collaborator);
  await testApp.share(folderId, deleted);
}

async function clientForVisitor(
  { testApp, owner }: RoleUsers,
  folderId: number,
  end: { revoked_at?: number; expires_at?: number } = {},
): Promise<TestClient> {
  const expiresAt = testApp.server.services.now() + DAY_MS;
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [folderId], expiresAt });
  await testApp.server.services.db
    .updateTable('invitations')
    .set({ expires_at: expiresAt, ...end })
    .where('id', '=', visitor.invitationId)
    .execute();
  return visitor;
}

/** Somebody in this role towards a folder, in a session of their own. */
export function clientForRole(
  people: RoleUsers,
  folderId: number,
  role: Role,
): Promise<TestClient> | TestClient {
  const now = people.testApp.server.services.now();
  switch (role) {
    case 'anonymous':
      return createTestClient(people.testApp.server.http);
    case 'visitor':
      return clientForVisitor(people, folderId);
    case 'expired visitor':
      return clientForVisitor(people, folderId, { expires_at: now - 1 });
    case 'revoked visitor':
      return clientForVisitor(people, folderId, { revoked_at: now });
    case 'unrelated user':
      return clientForUser(people, people.unrelatedUser);
    case 'deleted user':
      return clientForUser(people, people.deleted);
    case 'collaborator':
    case 'owner':
    case 'administrator':
      return clientForUser(people, people[role]);
  }
}
