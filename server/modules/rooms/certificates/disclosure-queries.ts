import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { activeTree } from '#server/authorization/folder-descendants.ts';
import { allowDownload } from '#server/authorization/grants/room-downloads.ts';
import type { Party } from '#server/authorization/history/as-party.ts';
import { fileFoldersOf, fileLevelOf, isVisibleFile } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import { isVisitor } from '../groups/member-view-queries.ts';

export interface DisclosedRow {
  readonly id: number;
  readonly folder_id: number | null;
  readonly name: string;
  readonly size: number;
  readonly owner_id: number;
  readonly allow_download: 0 | 1;
  readonly version: number;
  readonly sha256: string | null;
  /** When the version was added, and when it was or will be published; 0 for what was never a draft. */
  readonly added_at: number;
  readonly published_at: number;
  /** A value of `ACCESS_LEVEL_ORDER`. */
  readonly access_level: number;
}

/** Bounds what a statement reads: SQLite lets nothing else run meanwhile. */
const FILES_PER_PAGE = 1_000;

/** Lists the files that the requester may see, in a room or anywhere, in the order of ids, at most `limit`. Reads pages. */
export async function listDisclosed(
  db: Database,
  requester: Requester,
  roomId: number | null,
  limit: number,
): Promise<DisclosedRow[]> {
  const rows: DisclosedRow[] = [];
  for (let isMore = true; isMore && rows.length < limit; ) {
    const size = Math.min(FILES_PER_PAGE, limit - rows.length);
    const page = await listDisclosedPage(db, requester, roomId, { after: rows.at(-1)?.id ?? 0, size });
    rows.push(...page);
    isMore = page.length === size;
  }
  return rows;
}

const listDisclosedPage = (
  db: Database,
  requester: Requester,
  roomId: number | null,
  { after, size }: { after: number; size: number },
): Promise<DisclosedRow[]> =>
  db
    .selectFrom('files')
    .leftJoin(fileFoldersOf(requester), 'visible.id', 'files.folder_id')
    .leftJoin('file_versions', (join) =>
      join
        .onRef('file_versions.file_id', '=', 'files.id')
        .onRef('file_versions.number', '=', 'files.current_version'),
    )
    .leftJoin('blobs', 'blobs.key', 'files.blob_key')
    .select([
      'files.id',
      'files.folder_id',
      'files.name',
      'files.size',
      'files.owner_id',
      allowDownload,
      'files.current_version as version',
      sql<string | null>`coalesce(file_versions.sha256, blobs.sha256)`.as('sha256'),
      sql<number>`coalesce(file_versions.created_at, files.created_at)`.as('added_at'),
      sql<number>`coalesce(files.published_at, 0)`.as('published_at'),
      sql<number>`coalesce(${fileLevelOf(requester)}, 0)`.as('access_level'),
    ])
    .where('files.deleted_at', 'is', null)
    .where(isVisibleFile(requester))
    .$if(roomId !== null, (query) => query.where(isInRoom(roomId ?? 0)))
    .where('files.id', '>', after)
    .orderBy('files.id')
    .limit(size)
    .execute();

const isInRoom = (
  roomId: number,
) => sql<boolean>`files.folder_id in (with recursive ${activeTree(sql`${roomId}`)}
  select id from below)`;

export interface OpenedRow {
  readonly file_id: number;
  readonly version: number;
  readonly first_at: number;
  readonly views: number;
  readonly pages: number;
  readonly ms: number;
}

const isDuringMembership = sql<SqlBool>`m.created_at <= own.viewed_at and (m.removed_at is null or m.removed_at > own.viewed_at)`;

/**
 * Tells whether a row of `file_views` is of the party. Members count while they belong to the group; the query begins with them,
 * whose views the indexes find, since the table has those of all rooms.
 */
const isViewOf = ({ kind, id }: Party): RawBuilder<SqlBool> => {
  switch (kind) {
    case 'group':
      return sql`v.id in (
        select own.id from group_members m join file_views own on own.viewer_id = m.user_id
          where m.group_id = ${id} and ${isDuringMembership}
        union all
        select own.id from group_members m join file_views own
          on ${isVisitor('m', { email: sql.ref('own.viewer_email'), linkId: sql.ref('own.link_id') })}
          where m.group_id = ${id} and own.viewer_id is null and ${isDuringMembership})`;
    case 'user':
      return sql`v.viewer_id = ${id}`;
    case 'visitor':
      return sql`v.viewer_id is null and exists (select 1 from invitations i
        where i.id = ${id} and i.email = v.viewer_email and i.email <> '' and (coalesce(i.link_id, 0) = coalesce(v.link_id, 0) or exists (
          select 1 from group_members m where m.invitation_id = i.id
            and ${isVisitor('m', { email: sql.ref('v.viewer_email'), linkId: sql.ref('v.link_id') })})))`;
    case 'link':
      return sql`v.link_id = ${id}`;
  }
};

/** Lists what a party had opened until an instant, by version, among the files from one id to another. */
export async function listOpened(
  db: Database,
  party: Party,
  { at, first, last }: { at: number; first: number; last: number },
): Promise<OpenedRow[]> {
  const { rows } = await sql<OpenedRow>`with views as (
      select v.id, v.file_id, coalesce(v.version, 1) as version, v.viewed_at from file_views v
        where v.viewed_at <= ${at} and v.file_id >= ${first} and v.file_id <= ${last} and ${isViewOf(party)}),
    times as (
      select views.file_id, views.version, count(distinct page) as pages, sum(ms) as ms from views
        join page_times on page_times.view_id = views.id group by views.file_id, views.version)
    select views.file_id, views.version, min(views.viewed_at) as first_at, count(*) as views,
      coalesce(max(times.pages), 0) as pages, coalesce(max(times.ms), 0) as ms
    from views left join times on times.file_id = views.file_id and times.version = views.version
    group by views.file_id, views.version order by views.file_id, views.version`.execute(db);
  return rows.map((row) => ({
    file_id: Number(row.file_id),
    version: Number(row.version),
    first_at: Number(row.first_at),
    views: Number(row.views),
    pages: Number(row.pages),
    ms: Number(row.ms),
  }));
}
