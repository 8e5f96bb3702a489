import { createSession, hashSessionToken } from '#server/authorization/sessions.ts';
import { createTestClient, type TestClient } from '../clients/inject-client.ts';
import type { Factories } from '../factories.ts';
import type { TestApp } from '../test-app.ts';
import { clientForLinkVisitor, LINK_ROLES } from './link-visitors.ts';

/** The columns of the table, in this order. */
export const WRITTEN_ROLES = [
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

/**
 * Members of groups, to whom the top of a room grants nothing: each call answers them like an unrelated user, also those about
 * rooms and groups.
 */
export const MEMBER_ROLES = ['group member', 'member of an ended group', 'member of another room'] as const;

export const ROLES = [...WRITTEN_ROLES, ...LINK_ROLES, ...MEMBER_ROLES] as const;
export type Role = (typeof ROLES)[number];

export type TestUser = Awaited<ReturnType<Factories['user']>>;

export interface RoleUsers {
  readonly testApp: TestApp;
  readonly unrelatedUser: TestUser;
  readonly collaborator: TestUser;
  readonly owner: TestUser;
  readonly administrator: TestUser;
  /** A user whose account was deleted. */
  readonly deleted: TestUser;
}

const SESSION_CLIENT = { address: '127.0.0.1', userAgent: 'test' };
const DAY_MS = 86_400_000;
/** Further sessions end the oldest, and each row creates some. */
const SESSION_REUSE_MS = 10_000;

/** Creates one user per role for all rows, since accounts are the slowest part of the setup. */
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

/** Creates a new session: the previous one may have been ended by a call or by newer sessions. */
async function createSessionCookie({ testApp }: RoleUsers, { id }: TestUser): Promise<string> {
  return `muniment_session=${await createSession(testApp.server.services, { userId: id }, SESSION_CLIENT)}`;
}

const clientForUser = async (people: RoleUsers, person: TestUser): Promise<TestClient> =>
  createTestClient(people.testApp.server.http, await createSessionCookie(people, person));

/** Signs those who prepare the calls in again, unless their sessions are recent enough to survive those of the next row. */
export async function renewSessions(people: RoleUsers): Promise<void> {
  const { testApp } = people;
  // Sessions of one instant have no order in which the oldest could be ended.
  testApp.advanceClock(1_000);
  const { db, now } = testApp.server.services;
  const preparers = [people.owner, people.collaborator, people.administrator];
  const hashOf = ({ cookie = '' }: TestUser) => hashSessionToken(cookie.replace(/^.*=/, ''));
  const recent = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('token_hash', 'in', preparers.map(hashOf))
    .where('created_at', '>', now() - SESSION_REUSE_MS)
    .execute();
  for (const person of preparers)
    if (!recent.some(({ token_hash: hash }) => hash.equals(hashOf(person))))
      person.cookie = await createSessionCookie(people, person);
}

/** Shares a folder with the collaborator and the deleted user of the table. */
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

/** Makes the folder a room and adds a user to a group of it, which may have ended. */
async function clientForMember(
  people: RoleUsers,
  folderId: number,
  { hasEnded = false }: { hasEnded?: boolean } = {},
): Promise<TestClient> {
  const { db, now } = people.testApp.server.services;
  const member = await people.testApp.user();
  const room = { folder_id: folderId, created_by_id: people.owner.id, created_at: now() };
  await db
    .insertInto('rooms')
    .values(room)
    .onConflict((conflict) => conflict.column('folder_id').doNothing())
    .execute();
  const name = `Group of ${member.username}`;
  const { id } = await db
    .insertInto('room_groups')
    .values({
      room_id: folderId,
      name,
      name_key: name.toLowerCase(),
      ends_at: hasEnded ? now() : null,
      created_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('group_members')
    .values({
      group_id: id,
      room_id: folderId,
      email: member.email,
      email_key: member.email,
      user_id: member.id,
      invitation_id: null,
      created_at: now(),
    })
    .execute();
  return member;
}

/** Creates a client in this role towards a folder, with a session of its own. */
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
    case 'link visitor':
    case 'visitor of an expired link':
    case 'visitor of a disabled link':
    case 'visitor of a revoked link':
    case 'link visitor who must accept terms':
      return clientForLinkVisitor(people, folderId, role);
    case 'unrelated user':
      return clientForUser(people, people.unrelatedUser);
    case 'deleted user':
      return clientForUser(people, people.deleted);
    case 'group member':
      return clientForMember(people, folderId);
    case 'member of an ended group':
      return clientForMember(people, folderId, { hasEnded: true });
    case 'member of another room':
      return people.owner.folder('Another room').then(({ id }) => clientForMember(people, id));
    case 'collaborator':
    case 'owner':
    case 'administrator':
      return clientForUser(people, people[role]);
  }
}
