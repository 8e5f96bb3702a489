import { type RawBuilder, sql } from 'kysely';

const FOLDERS = sql`folders`;

/**
 * The recursive common table expression `ancestors`: the folders `ids` and every folder above them, each once, among `folders`.
 */
export const ancestors = (ids: RawBuilder<unknown>, folders: RawBuilder<unknown> = FOLDERS) => sql`
  ancestors(id, parent_id, owner_id, deleted_at, published_at) as (
    select id, parent_id, owner_id, deleted_at, published_at from ${folders} folders where id in (${ids})
    union
    select f.id, f.parent_id, f.owner_id, f.deleted_at, f.published_at from ${folders} f join ancestors on f.id = ancestors.parent_id
  )`;
