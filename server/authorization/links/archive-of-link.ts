import { type RawBuilder, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import type { Database } from '#server/database/open-database.ts';
import { blockedRoomIdsOf } from '#shared/policies/actor.ts';
import { addressOfInvitation, addressText, isExcludedAddress } from '../grants/room-domains.ts';
import { NAME_FOR_MEMBERS } from '../groups/name-for-members.ts';
import { ownerManages } from './group-of-link.ts';

/** An archive that a link hands over. */
export interface LinkedArchive {
  readonly id: number;
  /** The name by which visitors call the room. */
  readonly roomName: string;
  readonly size: number;
  readonly documents: number;
  readonly createdAt: number;
}

interface Reader {
  /** The email address, which the domains of the room may exclude; `undefined` where nobody reads. */
  readonly address: RawBuilder<string> | undefined;
  readonly now: number;
  /** The rooms that may not be read from the IP address of the request. */
  readonly blockedRoomIds: readonly number[];
}

/**
 * Finds the archive of a link while its owner manages the room, whatever the state of the room is: an archive is what remains of
 * it. The rules of the room about visitors and addresses count as for its folders. One that is kept with a warning about a virus
 * is for managers alone.
 */
async function findArchive(
  db: Database,
  isLink: RawBuilder<unknown>,
  { address, now, blockedRoomIds }: Reader,
): Promise<LinkedArchive | undefined> {
  const isExcluded = address ? isExcludedAddress(address, sql.ref('rooms.folder_id')) : sql`1 = 0`;
  const { rows } =
    await sql<LinkedArchive>`select room_archives.id, ${NAME_FOR_MEMBERS} as "roomName", room_archives.size,
      room_archives.documents, room_archives.created_at as "createdAt"
    from links join room_archives on room_archives.id = links.archive_id
      join rooms on rooms.folder_id = room_archives.room_id join folders on folders.id = rooms.folder_id
    where ${isLink} and links.deleted_at is null and links.disabled_at is null
      and room_archives.state = 'done' and room_archives.blob_key is not null and room_archives.expires_at > ${now}
      and room_archives.error is null
      and folders.deleted_at is null and rooms.allows_visitors = 1 and not ${isExcluded}
      and rooms.folder_id not in (${sql.join([0, ...blockedRoomIds])})
      and ${ownerManages(sql.ref('rooms.folder_id'))}`.execute(db);
  const [row] = rows;
  return row && { ...row, id: Number(row.id), size: Number(row.size), createdAt: Number(row.createdAt) };
}

/** Finds the archive of a link, for anybody or for somebody with this confirmed address. */
export const findArchiveOfLink = (
  db: Database,
  linkId: number,
  { address, ...at }: { now: number; address: string | undefined; blockedRoomIds: readonly number[] },
): Promise<LinkedArchive | undefined> =>
  findArchive(db, sql`links.id = ${linkId}`, { ...at, address: addressText(address) });

/** Finds the archive that the link of a visitor hands over. */
export const findArchiveOfVisitor = (
  db: Database,
  invitationId: number,
  requester: Requester,
): Promise<LinkedArchive | undefined> =>
  findArchive(db, sql`links.id = (select link_id from invitations where invitations.id = ${invitationId})`, {
    address: addressOfInvitation(sql`${invitationId}`),
    now: requester.now(),
    blockedRoomIds: blockedRoomIdsOf(requester.actor),
  });
