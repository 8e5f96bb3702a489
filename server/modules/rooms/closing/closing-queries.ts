import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { Closing } from '#shared/contracts/rooms/closing.ts';
import { pendingChanges } from '../publications/pending-draft-queries.ts';
import { roomEntries, roomVisitors } from '../receipts/room-entry-queries.ts';

type Counts<Part> = { readonly [Key in keyof Part]: RawBuilder<unknown> };

const inRoom = (column: string) => sql`${sql.ref(column)} in (select id from present)`;

/** The folders of the room that are not in the trash. */
const present = (roomId: number) => sql`present(id) as (
  select id from folders where id = ${roomId}
  union select f.id from folders f join present on f.parent_id = present.id where f.deleted_at is null)`;

const unfinished = (roomId: number, now: number): Counts<Closing['unfinished']> => {
  const unpublished = (isWanted: RawBuilder<unknown>) => sql`
    (select count(*) from files where ${isWanted} and deleted_at is null and ${inRoom('folder_id')})
    + (select count(*) from folders where ${isWanted} and deleted_at is null and ${inRoom('id')})`;
  return {
    drafts: unpublished(sql`published_at is null`),
    scheduled: unpublished(sql`published_at > ${now}`),
    changes: sql`select count(*) from (with recursive ${pendingChanges(roomId, 'any')} select id from pending) as changes`,
    publications: sql`select count(*) from publications
      where room_id = ${roomId} and state = 'requested' and cancelled_at is null`,
    uploads: sql`select count(*) from uploads
      where file_id is null and import_id is null and expires_at > ${now} and ${inRoom('folder_id')}`,
    imports: sql`select count(*) from imports
      where state in ('receiving', 'checking', 'checked', 'applying') and expires_at > ${now} and ${inRoom('folder_id')}`,
    copies: sql`select count(*) from room_copies where state in ('waiting', 'running') and ${inRoom('folder_id')}`,
    archives: sql`select count(*) from room_archives
      where room_id = ${roomId} and (state in ('waiting', 'running') or verification = 'waiting')`,
    scans: sql`select count(*) from files join blobs on blobs.key = files.blob_key
      where blobs.scan_state = 'scanning' and files.deleted_at is null and ${inRoom('files.folder_id')}`,
    requests: sql`select count(*) from requests
      where room_id = ${roomId} and deleted_at is null and state in ('open', 'in-preparation')`,
  };
};

const isWithinScope = sql`((entry_kind = 'folder' and ${inRoom('entry_id')})
  or (entry_kind = 'file' and entry_id in (select id from room_files)))`;

const ends = (roomId: number, now: number): Counts<Closing['ends']> => ({
  members: sql`select count(*) from group_members join room_groups on room_groups.id = group_members.group_id
    where group_members.room_id = ${roomId} and removed_at is null and room_groups.deleted_at is null
      and (ends_at is null or ends_at > ${now})`,
  invitations: sql`select count(distinct invitation_id) from invitation_folders join invitations on invitations.id = invitation_id
    where role = 'visitor' and link_id is null and revoked_at is null and expires_at > ${now} and ${inRoom('invitation_folders.folder_id')}`,
  // Links to archives do not end: archives are what remains of a closed room.
  links: sql`select count(*) from links
    where disabled_at is null and deleted_at is null and (expires_at is null or expires_at > ${now})
      and (id in (select link_id from link_targets where ${isWithinScope})
        or group_id in (select id from room_groups where room_id = ${roomId} and deleted_at is null
          and (ends_at is null or ends_at > ${now})))`,
  collaborators: sql`select count(distinct user_id) from collaborators
    where folder_id <> ${roomId} and ${inRoom('folder_id')}`,
});

const evidence = (roomId: number): Counts<Omit<Closing['evidence'], 'archive'>> => ({
  certificates: sql`select count(*) from disclosure_certificates where room_id = ${roomId} and state = 'done'`,
  receipts: sql`select count(*) from receipts where invitation_id in (select id from room_visitors)`,
  // Those that people took themselves are downloads.
  unsentReceipts: sql`select count(*) from receipts
    where sent_at is null and kind <> 'request' and invitation_id in (select id from room_visitors)`,
});

type Figures = Pick<Closing, 'unfinished' | 'ends'> & { evidence: Omit<Closing['evidence'], 'archive'> };

/** Counts what the checklist of a room names, in one statement and one walk of its folders. */
export async function readFigures(db: Database, roomId: number, now: number): Promise<Figures> {
  const parts = {
    unfinished: unfinished(roomId, now),
    ends: ends(roomId, now),
    evidence: evidence(roomId),
  };
  const columns = Object.values(parts).flatMap((counts) =>
    Object.entries(counts).map(([name, query]) => sql`(${query}) as ${sql.id(name)}`),
  );
  const { rows } = await sql<Record<string, number>>`
    with recursive ${present(roomId)}, ${roomEntries(roomId)}, ${roomVisitors(roomId)}
    select ${sql.join(columns)}`.execute(db);
  const read = <Part extends object>(counts: Part) =>
    // The keys are those of the part.
    Object.fromEntries(Object.keys(counts).map((name) => [name, Number(rows[0]?.[name])])) as {
      [Key in keyof Part]: number;
    };
  return {
    unfinished: read(parts.unfinished),
    ends: read(parts.ends),
    evidence: read(parts.evidence),
  };
}

/** Finds the latest archive of the whole room that was requested since `closedAt`. */
export const findLatestArchive = (db: Database, roomId: number, closedAt: number) =>
  db
    .selectFrom('room_archives')
    .select(['id', 'state', 'created_at', 'verification', 'verified_at'])
    .where('room_id', '=', roomId)
    .where('group_id', 'is', null)
    .where('created_at', '>=', closedAt)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
