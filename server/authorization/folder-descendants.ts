import { type RawBuilder, sql } from 'kysely';

interface Walk {
  /** The name of the common table expression, whose only column is `id`. */
  readonly name: RawBuilder<unknown>;
  /** The ids that the walk begins with, as a query. */
  readonly roots: RawBuilder<unknown>;
  /** The rows of `folders`, or others with `id` and `parent_id`. */
  readonly folders?: RawBuilder<unknown>;
  /** The folders `f` that the walk enters; it does not reach what is below the others. */
  readonly entered?: RawBuilder<unknown>;
}

const FOLDERS = sql`folders`;
const BELOW = sql`below`;
const ALL = sql`1 = 1`;
const ACTIVE = sql`f.deleted_at is null`;

/** A recursive common table expression: the roots and the folders below them. `union` ends the walk even in a cycle. */
export const foldersBelow = ({ name, roots, folders = FOLDERS, entered = ALL }: Walk) => sql`
  ${name}(id) as (
    ${roots}
    union
    select f.id from ${folders} f join ${name} on f.parent_id = ${name}.id where ${entered}
  )`;

/** The recursive common table expression `below`: the folders `ids` and every folder below them, with the deleted ones. */
export const allDescendants = (ids: RawBuilder<unknown>, name: RawBuilder<unknown> = BELOW) =>
  foldersBelow({ name, roots: sql`select id from folders where id in (${ids})` });

/** The recursive common table expression `below`: the folders `ids`, even if deleted, and the active folders below them. */
export const activeDescendants = (ids: RawBuilder<unknown>, name: RawBuilder<unknown> = BELOW) =>
  foldersBelow({ name, roots: sql`select id from folders where id in (${ids})`, entered: ACTIVE });

/** The recursive common table expression `below`: the folders `ids` that are active, and the active folders below them. */
export const activeTree = (ids: RawBuilder<unknown>, name: RawBuilder<unknown> = BELOW) =>
  foldersBelow({
    name,
    roots: sql`select id from folders where id in (${ids}) and deleted_at is null`,
    entered: ACTIVE,
  });

/** The recursive common table expression `below`: the active folders below one folder, without that folder. */
export const activeFoldersIn = (id: number) =>
  foldersBelow({
    name: BELOW,
    roots: sql`select id from folders where parent_id = ${id} and deleted_at is null`,
    entered: ACTIVE,
  });

/** The folders `ids` and every folder below them, among `folders`, as a query of ids. */
export const selfAndDescendants = (ids: readonly number[], folders: RawBuilder<unknown>) => sql`
  with recursive ${foldersBelow({
    name: BELOW,
    roots: sql`select f.id from ${folders} f where f.id in (${sql.join(ids)})`,
    folders,
  })} select id from below`;
