import { startSession } from '#server/access/sessions.ts';
import { type Client, createClient } from '../client.ts';
import type { Factories } from '../factories.ts';
import type { TestRoom } from '../test-room.ts';

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
  /** Whose account ends before the first call. */
  readonly deleted: Person;
}

const VISIT = { address: '127.0.0.1', userAgent: 'test' };
const DAY_MS = 86_400_000;

/** One of each, for all rows: an account costs more than everything else here. */
export async function makePeople(room: TestRoom): Promise<People> {
  return {
    room,
    stranger: await room.user(),
    collaborator: await room.user(),
    owner: await room.user(),
    administrator: await room.user({ isAdmin: true }),
    deleted: await room.user(),
  };
}

/** A new session: the one before may have been ended by a call, or by those that came after it. */
async function cookieOf({ room }: People, { id }: Person): Promise<string> {
  return `muniment_session=${await startSession(room.app.services, { userId: id }, VISIT)}`;
}

const asUser = async (people: People, person: Person): Promise<Client> =>
  createClient(people.room.app.http, await cookieOf(people, person));

/** Lets the two work again who make what the calls are about. */
export async function signInAgain(people: People): Promise<void> {
  // Sessions of one instant have no order in which the oldest could be ended.
  people.room.advance(1_000);
  for (const person of [people.owner, people.collaborator]) person.cookie = await cookieOf(people, person);
}

/** Somebody in each role towards a folder, each in a session of its own, and all that at once made before anybody asks. */
export async function gather(people: People, folderId: number): Promise<Record<Role, Client>> {
  const { room, stranger, collaborator, owner, administrator, deleted } = people;
  const { db, now } = room.app.services;
  await room.share(folderId, collaborator);
  await room.share(folderId, deleted);
  await db.updateTable('users').set({ deleted_at: now() }).where('id', '=', deleted.id).execute();
  const visitor = (expiresAt = now() + DAY_MS) =>
    room.visitor({ inviter: owner, folderIds: [folderId], expiresAt });
  const revoked = await visitor();
  await db
    .updateTable('invitations')
    .set({ revoked_at: now() })
    .where('id', '=', revoked.invitationId)
    .execute();
  return {
    nobody: createClient(room.app.http),
    visitor: await visitor(),
    'expired visitor': await visitor(now() - 1),
    'revoked visitor': revoked,
    'unrelated user': await asUser(people, stranger),
    collaborator: await asUser(people, collaborator),
    owner: await asUser(people, owner),
    administrator: await asUser(people, administrator),
    'deleted user': await asUser(people, deleted),
  };
}
