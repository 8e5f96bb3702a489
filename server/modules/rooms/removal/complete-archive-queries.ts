import { sql } from 'kysely';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import type { Database } from '#server/database/open-database.ts';
import { FOLDERS_WITH_WITHHELD } from '../archives/withheld-queries.ts';

/** The condition on archives of the whole room, made since it was closed, that are verified and there. */
const isVerified = (
  now: number,
) => sql`room_archives.room_id = rooms.folder_id and room_archives.group_id is null
  and room_archives.created_at >= rooms.closed_at and room_archives.state = 'done'
  and room_archives.verification = 'valid' and room_archives.blob_key is not null
  and room_archives.expires_at > ${now}`;

/**
 * The verified archive of a room that has the original bytes of every document with content, as a query of its id: the one that
 * the room keeps, otherwise the latest. An archive of which that is not known does not count.
 */
export const completeArchive = (now: number) => sql`select room_archives.id from room_archives
  where ${isVerified(now)} and room_archives.without_original = 0
  order by case when room_archives.id = rooms.final_archive_id then 0 else 1 end, room_archives.id desc limit 1`;

/** The latest verified archive of a room, as a query of one of its columns. */
export const latestVerified = (now: number, column: 'id' | 'without_original') => sql`
  select ${sql.ref(`room_archives.${column}`)} from room_archives where ${isVerified(now)}
  order by room_archives.id desc limit 1`;

/** The condition on rooms of which content is withheld because of a virus scan, in the trash and in earlier versions too. */
const hasWithheld = sql<boolean>`rooms.folder_id in (with recursive ${ancestors(FOLDERS_WITH_WITHHELD)}
  select id from ancestors where parent_id is null)`;

/** The condition on rooms of which content is removed already. */
const hasBegun = sql<boolean>`(rooms.removal_begun_at is not null)`;

/**
 * The condition on rooms whose content is to be removed now. Nothing is, before an archive has all of it, nor does a removal
 * begin while content is withheld: what the archive has of that would be withheld too.
 */
export const isDue = (now: number) => sql<boolean>`rooms.state = 'closed' and rooms.bytes_removed_at is null
  and rooms.delete_bytes_at <= ${now} and (${completeArchive(now)}) is not null
  and (${hasBegun} or not ${hasWithheld})`;

/** Tells whether the content of a room is being removed, or will be by the next maintenance. */
export async function isRemovalDue(db: Database, roomId: number, now: number): Promise<boolean> {
  const { rows } = await sql`select 1 from rooms where folder_id = ${roomId} and ${isDue(now)}`.execute(db);
  return rows.length > 0;
}

/** The conditions on which the content of a room can be removed. */
interface Removability {
  /** A verified archive has the originals of all documents. */
  readonly isArchived: boolean;
  /** The documents whose originals the latest verified archive lacks; `null` without one, and if that is not known. */
  readonly withoutOriginal: number | null;
  readonly isWithheld: boolean;
  readonly hasBegun: boolean;
}

export async function readRemovability(db: Database, roomId: number, now: number): Promise<Removability> {
  const flag = (condition: ReturnType<typeof isDue>) => sql`case when ${condition} then 1 else 0 end`;
  const { rows } = await sql<{
    archive: number | null;
    lacks: number | null;
    withheld: number;
    begun: number;
  }>`
    select (${completeArchive(now)}) as archive, (${latestVerified(now, 'without_original')}) as lacks,
      ${flag(hasWithheld)} as withheld, ${flag(sql`${hasBegun} and rooms.bytes_removed_at is null`)} as begun
    from rooms where folder_id = ${roomId}`.execute(db);
  const [row] = rows;
  return {
    isArchived: (row?.archive ?? null) !== null,
    withoutOriginal: row?.lacks ?? null,
    isWithheld: row?.withheld === 1,
    hasBegun: row?.begun === 1,
  };
}
