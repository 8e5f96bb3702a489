import { type SqlBool, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { type Actor, isAdmin } from '#shared/policies/actor.ts';
import { ACCESS_LEVEL_ORDER, directGrants } from './direct-grants.ts';

/**
 * The living folders that the actor may see, as the table `visible(id, rank)`: those granted to them and all
 * below, each with the strongest rank that reaches it. Lists join it, so that nothing else can be listed.
 */
export function visibleTo(db: Database, actor: Actor) {
  return accessibleFolders(db, actor, 'living');
}

/** As `visibleTo` without the ranks: for who asks only which folders, and asks about all of them at each key that is typed. */
export function visibleIdsTo(db: Database, actor: Actor) {
  const living = db.selectFrom('folders').select('folders.id').where('folders.deleted_at', 'is', null);
  if (isAdmin(actor)) return living.as('visible');
  return db
    .withRecursive('reached', (query) =>
      living
        .innerJoin(directGrants(db, actor).as('granted'), 'granted.id', 'folders.id')
        .union(
          query
            .selectFrom('folders')
            .innerJoin('reached', 'reached.id', 'folders.parent_id')
            .select('folders.id')
            .where('folders.deleted_at', 'is', null),
        ),
    )
    .selectFrom('reached')
    .select('reached.id')
    .as('visible');
}

/** As `visibleTo`, deleted folders included: what the actor would see if nothing were in the trash. Only the trash joins it. */
export function visibleInTrashTo(db: Database, actor: Actor) {
  return accessibleFolders(db, actor, 'all');
}

function accessibleFolders(db: Database, actor: Actor, which: 'living' | 'all') {
  const isLivingOnly = which === 'living';
  if (isAdmin(actor)) {
    const own = actor.kind === 'user' ? actor.id : 0;
    return db
      .selectFrom('folders')
      .select(['folders.id', sql<number>`case when folders.owner_id = ${own} then 3 else 0 end`.as('rank')])
      .$if(isLivingOnly, (query) => query.where('folders.deleted_at', 'is', null))
      .as('visible');
  }
  const self = actor.kind === 'user' ? actor.id : 0;
  /** As `strongestOf` says it of a chain: a member's own folder is theirs, wherever it lies. */
  const accessLevelIn = (inherited: 'granted' | 'reached') =>
    sql<number>`case when ${sql.ref(`${inherited}.rank`)} >= ${sql.lit(ACCESS_LEVEL_ORDER.collaborator)} and folders.owner_id = ${self}
      then ${sql.lit(ACCESS_LEVEL_ORDER.owner)} else ${sql.ref(`${inherited}.rank`)} end`.as('rank');
  return db
    .withRecursive('reached', (query) =>
      query
        .selectFrom('folders')
        .innerJoin(directGrants(db, actor).as('granted'), 'granted.id', 'folders.id')
        .select(['folders.id', accessLevelIn('granted')])
        .$if(isLivingOnly, (query) => query.where('folders.deleted_at', 'is', null))
        .union(
          query
            .selectFrom('folders')
            .innerJoin('reached', 'reached.id', 'folders.parent_id')
            .select(['folders.id', accessLevelIn('reached')])
            .$if(isLivingOnly, (query) => query.where('folders.deleted_at', 'is', null)),
        ),
    )
    .selectFrom('reached')
    .select(['reached.id', sql<number>`max(reached.rank)`.as('rank')])
    .groupBy('reached.id')
    .as('visible');
}

/** The condition on `files` joined with `visible`: those in visible folders; in the root one's own, an administrator's all. */
export function isVisibleFile(actor: Actor) {
  const self = actor.kind === 'user' ? actor.id : 0;
  const inRoot = isAdmin(actor) ? sql`1 = 1` : sql`files.owner_id = ${self}`;
  return sql<SqlBool>`(visible.id is not null or (files.folder_id is null and ${inRoot}))`;
}
