import { sql } from 'kysely';

/** The folders that a query considers. `ancestors` is the common table expression of that name. */
export const SOURCES = {
  all: sql`folders`,
  active: sql`(select id, parent_id, owner_id, published_at from folders where deleted_at is null)`,
  ancestors: sql`ancestors`,
};
export type FolderSource = keyof typeof SOURCES;
