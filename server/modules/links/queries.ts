import { type Insertable, sql, type Updateable } from 'kysely';
import { isLinkIntoExcludedRoom } from '#server/authorization/grants/excluded-objects.ts';
import type { LinkRow } from '#server/authorization/links/load-link.ts';
import type { Database } from '#server/database/open-database.ts';
import { personName } from '#server/database/person-name.ts';
import { columnsOf, LINK_COLUMNS } from '#server/database/tables/column-names.ts';
import type { LinksTable } from '#server/database/tables/links.ts';
import type { LinkTarget } from '#shared/contracts/links/links.ts';
import type { Actor } from '#shared/policies/actor.ts';

/** A link with the figures of its list. */
export interface ListedLink extends LinkRow {
  readonly owner: string;
  readonly terms_name: string | null;
  readonly watermark_name: string | null;
  readonly group_name: string | null;
  readonly room_id: number | null;
  readonly room_name: string | null;
  readonly archived_room: string | null;
  readonly archived_room_id: number | null;
  readonly people: number;
  readonly views: number;
}

export interface NamedTarget extends LinkTarget {
  readonly linkId: number;
  readonly name: string;
  readonly folderId: number | null;
  readonly ownerId: number;
  readonly isDeleted: 0 | 1;
}

interface Page {
  /** Undefined lists the links of all users. */
  ownerId: number | undefined;
  /** Leaves out what is in rooms that exclude this administrator, except their own links. */
  actor: Actor;
  target: LinkTarget | undefined;
  limit: number;
  cursor: number | undefined;
}

const listedLinks = (db: Database) =>
  db
    .selectFrom('links')
    .innerJoin('users', 'users.id', 'links.owner_id')
    .leftJoin('terms', 'terms.id', 'links.terms_id')
    .leftJoin('watermarks', 'watermarks.id', 'links.watermark_id')
    .leftJoin('room_groups', 'room_groups.id', 'links.group_id')
    .leftJoin('folders as rooms', 'rooms.id', 'room_groups.room_id')
    .leftJoin('room_archives', 'room_archives.id', 'links.archive_id')
    .leftJoin('folders as archived', 'archived.id', 'room_archives.room_id')
    .select(columnsOf('links', LINK_COLUMNS))
    .select([
      personName('users').as('owner'),
      'terms.name as terms_name',
      'watermarks.name as watermark_name',
      'room_groups.name as group_name',
      'room_groups.room_id',
      'rooms.name as room_name',
      'archived.name as archived_room',
      'archived.id as archived_room_id',
      sql<number>`(select count(*) from link_visitors where link_id = links.id)`.as('people'),
      sql<number>`(select count(*) from file_views where link_id = links.id)`.as('views'),
    ])
    .where('links.deleted_at', 'is', null);

/** Lists the links that are not revoked, newest first; one more than `limit`. */
export function listLinks(
  db: Database,
  { ownerId, actor, target, limit, cursor }: Page,
): Promise<ListedLink[]> {
  return listedLinks(db)
    .$if(ownerId !== undefined, (query) => query.where('links.owner_id', '=', ownerId ?? 0))
    .$if(ownerId === undefined, (query) => query.where((where) => where.not(isLinkIntoExcludedRoom(actor))))
    .$if(target !== undefined, (query) =>
      query.where((where) =>
        where.or([
          where('links.id', 'in', (select) =>
            select
              .selectFrom('link_targets')
              .select('link_id')
              .where('entry_kind', '=', target?.kind ?? 'folder')
              .where('entry_id', '=', target?.id ?? 0),
          ),
          ...(target?.kind === 'folder'
            ? [where('room_groups.room_id', '=', target.id), where('room_archives.room_id', '=', target.id)]
            : []),
        ]),
      ),
    )
    .$if(cursor !== undefined, (query) => query.where('links.id', '<', cursor ?? 0))
    .orderBy('links.id', 'desc')
    .limit(limit + 1)
    .execute();
}

export const findListedLink = (db: Database, id: number): Promise<ListedLink> =>
  listedLinks(db).where('links.id', '=', id).executeTakeFirstOrThrow();

/** Lists the targets of links by name, also deleted ones and those that the actor may not see. */
export async function listTargets(db: Database, linkIds: readonly number[]): Promise<NamedTarget[]> {
  if (linkIds.length === 0) return [];
  const shared = sql`owner_id as "ownerId", case when deleted_at is null then 0 else 1 end as "isDeleted"`;
  const { rows } = await sql<NamedTarget>`
    select link_id as "linkId", 'folder' as kind, folders.id, folders.name, folders.id as "folderId", ${shared}
      from link_targets join folders on folders.id = entry_id where entry_kind = 'folder' and link_id in (${sql.join(linkIds)})
    union all
    select link_id, 'file', files.id, files.name, files.folder_id, ${shared} from link_targets join files on files.id = entry_id
      where entry_kind = 'file' and link_id in (${sql.join(linkIds)})
    order by 4, 3`.execute(db);
  return rows;
}

export async function insertLink(
  db: Database,
  link: Insertable<LinksTable>,
  targets: readonly LinkTarget[],
): Promise<number> {
  const { id } = await db.insertInto('links').values(link).returning('id').executeTakeFirstOrThrow();
  const rows = targets.map((target) => ({ link_id: id, entry_kind: target.kind, entry_id: target.id }));
  if (rows.length > 0) await db.insertInto('link_targets').values(rows).execute();
  return id;
}

/** Makes other transactions that change or use the link wait for this one, and returns its present row. */
export async function lockLink(db: Database, id: number): Promise<LinkRow | undefined> {
  return db
    .updateTable('links')
    .set((link) => ({ visits: link.ref('visits') }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export async function setLink(db: Database, id: number, values: Updateable<LinksTable>): Promise<void> {
  await db.updateTable('links').set(values).where('id', '=', id).execute();
}

/** Ends everything that the link has given: the sessions of its visitors, and the steps completed in browsers. */
export async function endVisits(db: Database, linkId: number, now: number): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('link_id', '=', linkId)
    .where('revoked_at', 'is', null)
    .execute();
  await db
    .deleteFrom('sessions')
    .where('invitation_id', 'in', (select) =>
      select.selectFrom('invitations').select('id').where('link_id', '=', linkId),
    )
    .execute();
  await db
    .deleteFrom('link_codes')
    .where('attempt_token_hash', 'in', (select) =>
      select.selectFrom('link_attempts').select('token_hash').where('link_id', '=', linkId),
    )
    .execute();
  for (const table of ['link_attempts', 'link_devices'] as const)
    await db.deleteFrom(table).where('link_id', '=', linkId).execute();
}

/** Ends the visits of one address, and the steps that were completed with it. */
export async function endVisitsOf(
  db: Database,
  linkId: number,
  emailKey: string,
  now: number,
): Promise<void> {
  const ids = db
    .selectFrom('invitations')
    .select('id')
    .where('link_id', '=', linkId)
    .where('email_key', '=', emailKey);
  await db.deleteFrom('sessions').where('invitation_id', 'in', ids).execute();
  await db
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .execute();
  await db
    .deleteFrom('link_attempts')
    .where('link_id', '=', linkId)
    .where('email_key', '=', emailKey)
    .execute();
  const people = db
    .selectFrom('link_visitors')
    .select('id')
    .where('link_id', '=', linkId)
    .where('email_key', '=', emailKey);
  await db.deleteFrom('link_devices').where('visitor_id', 'in', people).execute();
}
