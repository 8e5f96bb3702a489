import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { AccessLevel, Actor } from '#shared/policies/actor.ts';

/** Standings in SQL are numbers, so that the strongest is the greatest. */
export const ACCESS_LEVEL_ORDER = {
  none: 0,
  visitor: 1,
  collaborator: 2,
  owner: 3,
} as const satisfies Record<AccessLevel, number>;

type UserId = RawBuilder<number>;

/** Whether an invitation to all folders that the user accepted reaches this folder by name. */
const isGrantedWithAllFolders = (user: UserId, folder: string) => sql<SqlBool>`exists (
  select 1 from invitations as held join users as giver on giver.id = held.inviter_id
  where held.accepted_by_id = ${user} and held.role = 'collaborator' and held.all_folders = 1
    and held.revoked_at is null and giver.deleted_at is null
    and (giver.is_admin = 1
      or (giver.id = ${sql.ref(`${folder}.owner_id`)} and ${sql.ref(`${folder}.parent_id`)} is null)))`;

/** What a user was given by name at one folder: the rows called `folder`, with id, parent_id and owner_id. */
export const directAccessLevel = (user: UserId, folder: string): RawBuilder<number> => sql<number>`case
  when ${sql.ref(`${folder}.owner_id`)} = ${user} and ${sql.ref(`${folder}.parent_id`)} is null then ${sql.lit(ACCESS_LEVEL_ORDER.owner)}
  when exists (select 1 from collaborators
    where folder_id = ${sql.ref(`${folder}.id`)} and user_id = ${user}) then ${sql.lit(ACCESS_LEVEL_ORDER.collaborator)}
  when ${isGrantedWithAllFolders(user, folder)} then ${sql.lit(ACCESS_LEVEL_ORDER.collaborator)} else 0 end`;

/** Of an invitation to all folders: the inviter's own trees, an administrator's every folder; later ones too. */
function allFoldersGrants(db: Database, rank: number) {
  return db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.inviter_id')
    .innerJoin('folders', (join) =>
      join.on((on) =>
        on.or([
          on('users.is_admin', '=', 1),
          on.and([on('folders.owner_id', '=', on.ref('users.id')), on('folders.parent_id', 'is', null)]),
        ]),
      ),
    )
    .select(['folders.id', sql<number>`${sql.lit(rank)}`.as('rank')])
    .where('invitations.all_folders', '=', 1)
    .where('users.deleted_at', 'is', null);
}

/** The folders that a user has by name: their own trees, and the folders shared with them. */
function userGrants(db: Database, userId: number) {
  return db
    .selectFrom('folders')
    .select(['folders.id', sql<number>`${sql.lit(ACCESS_LEVEL_ORDER.owner)}`.as('rank')])
    .where('folders.owner_id', '=', userId)
    .where('folders.parent_id', 'is', null)
    .unionAll(
      db
        .selectFrom('collaborators')
        .select([
          'collaborators.folder_id as id',
          sql<number>`${sql.lit(ACCESS_LEVEL_ORDER.collaborator)}`.as('rank'),
        ])
        .where('collaborators.user_id', '=', userId),
    )
    .unionAll(
      allFoldersGrants(db, ACCESS_LEVEL_ORDER.collaborator)
        .where('invitations.accepted_by_id', '=', userId)
        .where('invitations.role', '=', 'collaborator')
        .where('invitations.revoked_at', 'is', null),
    );
}

/**
 * The folders that an invitation names and its inviter may still invite to: as their owner, or as an administrator.
 * Asked each time, so that an inviter who loses a folder, however that comes about, takes their visitors along.
 */
export function invitationScope(db: Database, invitationId: number) {
  const isOwn = sql<number>`case when folders.owner_id = invitations.inviter_id then 1 else 0 end`;
  return db
    .withRecursive('above', (query) =>
      query
        .selectFrom('invitation_folders')
        .innerJoin('invitations', 'invitations.id', 'invitation_folders.invitation_id')
        .innerJoin('folders', 'folders.id', 'invitation_folders.folder_id')
        .select(['folders.id as named_id', 'folders.id', 'folders.parent_id', 'folders.owner_id'])
        .select(['invitations.inviter_id', isOwn.as('has_own')])
        .where('invitation_folders.invitation_id', '=', invitationId)
        .union(
          query
            .selectFrom('folders')
            .innerJoin('above', 'above.parent_id', 'folders.id')
            .select(['above.named_id', 'folders.id', 'folders.parent_id', 'folders.owner_id'])
            .select([
              'above.inviter_id',
              sql<number>`case when folders.owner_id = above.inviter_id then 1 else above.has_own end`.as(
                'has_own',
              ),
            ]),
        ),
    )
    .selectFrom('above')
    .innerJoin('users', 'users.id', 'above.inviter_id')
    .select(['above.named_id as id', sql<number>`${sql.lit(ACCESS_LEVEL_ORDER.visitor)}`.as('rank')])
    .distinct()
    .where('users.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('users.is_admin', '=', 1),
        // Own at or below a folder where they belong: what `strongestOf` calls an owner.
        where.and([
          where('above.has_own', '=', 1),
          sql<SqlBool>`${directAccessLevel(sql.ref('above.inviter_id'), 'above')} >= ${sql.lit(ACCESS_LEVEL_ORDER.collaborator)}`,
        ]),
      ]),
    );
}

function visitorGrants(db: Database, invitationId: number) {
  return invitationScope(db, invitationId).unionAll(
    allFoldersGrants(db, ACCESS_LEVEL_ORDER.visitor).where('invitations.id', '=', invitationId),
  );
}

/** What an actor was given by name; what lies below inherits it. */
export function directGrants(db: Database, actor: Actor) {
  if (actor.kind === 'user') return userGrants(db, actor.id);
  // No invitation has the id 0, so nobody has no grants.
  return visitorGrants(db, actor.kind === 'visitor' ? actor.invitationId : 0);
}
