import { startSession } from '#server/authorization/sessions.ts';
import { type Client, createClient } from '../clients/inject-client.ts';
import type { Factories } from '../factories.ts';
import type { TestRoom } from '../test-app.ts';

/** The table's columns, in this order. */
export const ROLES = [
  'nobody',
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

export type Person = Awaited<ReturnType<Factories['user']>>;

export interface People {
  readonly room: TestRoom;
  readonly stranger: Person;
  readonly collaborator: Person;
  readonly owner: Person;
  readonly administrator: Person;
  /** Whose account has ended. */
  readonly deleted: Person;
}

const VISIT = { address: '127.0.0.1', userAgent: 'test' };
const DAY_MS = 86_400_000;

/** One of each, for all rows: an account costs more than everything else here. */
export async function makePeople(room: TestRoom): Promise<People> {
  const { db, now } = room.app.services;
  const deleted = await room.user();
  await db.updateTable('users').set({ deleted_at: now() }).where('id', '=', deleted.id).execute();
  return {
    room,
    stranger: await room.user(),
    collaborator: await room.user(),
    owner: await room.user(),
    administrator: await room.user({ isAdmin: true }),
    deleted,
  };
}

/** A new session: the one before may have been ended by a call, or by those that came after it. */
async function cookieOf({ room }: People, { id }: Person): Promise<string> {
  return `muniment_session=${await startSession(room.app.services, { userId: id }, VISIT)}`;
}

const asUser = async (people: People, person: Person): Promise<Client> =>
  createClient(people.room.app.http, await cookieOf(people, person));

/** Lets those work again who make what the calls are about. */
export async function signInAgain(people: People): Promise<void> {
  // Sessions of one instant have no order in which the oldest could be ended.
  people.room.advance(1_000);
  for (const person of [people.owner, people.collaborator, people.administrator])
    person.cookie = await cookieOf(people, person);
}

/** An account without a password, to which something can be done. */
export async function insertAccount({ room }: People, name: string): Promise<number> {
  const { db, now } = room.app.services;
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
export async function shareWith({ room, collaborator, deleted }: People, folderId: number): Promise<void> {
  await room.share(folderId, collaborator);
  await room.share(folderId, deleted);
}

async function asVisitor(
  { room, owner }: People,
  folderId: number,
  end: { revoked_at?: number; expires_at?: number } = {},
): Promise<Client> {
  const expiresAt = room.app.services.now() + DAY_MS;
  const visitor = await room.visitor({ inviter: owner, folderIds: [folderId], expiresAt });
  await room.app.services.db
    .updateTable('invitations')
    .set({ expires_at: expiresAt, ...end })
    .where('id', '=', visitor.invitationId)
    .execute();
  return visitor;
}

/** Somebody in this role towards a folder, in a session of their own. */
export function admit(people: People, folderId: number, role: Role): Promise<Client> | Client {
  const now = people.room.app.services.now();
  switch (role) {
    case 'nobody':
      return createClient(people.room.app.http);
    case 'visitor':
      return asVisitor(people, folderId);
    case 'expired visitor':
      return asVisitor(people, folderId, { expires_at: now - 1 });
    case 'revoked visitor':
      return asVisitor(people, folderId, { revoked_at: now });
    case 'unrelated user':
      return asUser(people, people.stranger);
    case 'deleted user':
      return asUser(people, people.deleted);
    case 'collaborator':
    case 'owner':
    case 'administrator':
      return asUser(people, people[role]);
  }
}
