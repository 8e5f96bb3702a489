import { sql } from 'kysely';
import type { Context } from '#server/app/context.ts';

/** Bounds a statement. */
const MAX_IDS = 500;

/** Returns the ids of the root folders above folders, by the ids of these; deleted ones too. */
export async function listRootIds(
  { db }: Pick<Context, 'db'>,
  folderIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const roots = new Map<number, number>();
  for (let from = 0; from < folderIds.length; from += MAX_IDS) {
    const some = folderIds.slice(from, from + MAX_IDS);
    const { rows } = await sql<{ id: number; rootId: number }>`
      with recursive above(id, folder_id, parent_id) as (
        select id, id, parent_id from folders where id in (${sql.join(some)})
        union all
        select above.id, f.id, f.parent_id from above join folders f on f.id = above.parent_id
      ) select id, folder_id as "rootId" from above where parent_id is null`.execute(db);
    for (const { id, rootId } of rows) roots.set(id, rootId);
  }
  return roots;
}

/** Lists files by their ids, deleted ones too. */
export const listFiles = ({ db }: Pick<Context, 'db'>, ids: readonly number[]) =>
  db
    .selectFrom('files')
    .selectAll()
    .where('id', 'in', [0, ...ids])
    .execute();

/** Returns whether rights began or ended at an instant in this time, with nothing changing in the database. */
export async function haveRightsBegunOrEnded(
  { db }: Pick<Context, 'db'>,
  after: number,
  until: number,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from room_groups where ends_at > ${after} and ends_at <= ${until}
    union all select 1 from links where starts_at > ${after} and starts_at <= ${until}
    union all select 1 from links where expires_at > ${after} and expires_at <= ${until}
    union all select 1 from emergency_accesses where expires_at > ${after} and expires_at <= ${until}
    union all select 1 from publications
      where publish_at > ${after} and publish_at <= ${until} and cancelled_at is null limit 1`.execute(db);
  return rows.length > 0;
}

/** Lists files that a publication has made visible in this time, at most `limit`. */
export async function listPublishedFiles(
  { db }: Pick<Context, 'db'>,
  { after, until, limit }: { after: number; until: number; limit: number },
) {
  return db
    .selectFrom('files')
    .innerJoin('publications', 'publications.id', 'files.publication_id')
    .select(['files.id', 'files.folder_id', 'files.owner_id'])
    .where('publications.publish_at', '>', after)
    .where('publications.publish_at', '<=', until)
    .where('publications.cancelled_at', 'is', null)
    .where('files.deleted_at', 'is', null)
    .limit(limit)
    .execute();
}
