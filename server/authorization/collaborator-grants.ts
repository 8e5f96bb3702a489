import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** A row of `activeCollaborations`. */
interface CollaborationRow {
  readonly folder_id: number;
  readonly user_id: number;
  /** The user who gave the access; the owner of the folder for rows of version 0.1.0. */
  readonly giver_id: number;
}

/** Which rows `activeCollaborations` returns. They are parameters because SQLite limits how deep queries may be nested. */
interface Wanted {
  readonly counts?: RawBuilder<SqlBool>;
  /** Returns those of a user, among those of the user's givers. */
  readonly of?: OfUser;
}

interface OfUser {
  readonly user: RawBuilder<number>;
  /** The rows that are looked through first: all of a user, for lists, or those of the folders, for single loads. */
  readonly via: 'collaborators' | 'ancestors';
}

const GIVER = sql`coalesce(shared.granted_by_id, f.owner_id)`;
const GIVER_ROW = sql`users givers on givers.id = ${GIVER} and givers.deleted_at is null`;
const IS_UNCONDITIONAL = sql`case when givers.is_admin = 1 or (shared.granted_by_id is null and shared.user_id = f.owner_id) then 1 else 0 end`;

/** Nobody in a row of a collaboration, for which nothing is looked up then. */
const LOOKED_UP = sql`case when given.folder_id is null then given.user_id end`;

const ROWS_OF_USER = {
  collaborators: sql`left join collaborators shared on shared.user_id = ${LOOKED_UP}
      left join ancestors f on f.id = shared.folder_id`,
  ancestors: sql`left join ancestors f on given.folder_id is null
      left join collaborators shared on shared.folder_id = f.id and shared.user_id = ${LOOKED_UP}`,
};

/**
 * The collaborations of a user, of their givers, of the givers of these, and so on: no others decide about those of the user, and
 * a folder may have thousands. A row without a folder is no collaboration and stands for a user whose rows come next, so that
 * they are read once; both kinds are made in one step, whose size PostgreSQL estimates well.
 */
const givenTo = ({ user, via }: OfUser) => sql`given(folder_id, user_id, giver_id, is_unconditional) as (
    select cast(null as bigint), cast(${user} as bigint), cast(null as bigint), 0
    union
    select shared.folder_id, coalesce(given.giver_id, given.user_id), ${GIVER}, ${IS_UNCONDITIONAL}
    from given ${ROWS_OF_USER[via]}
      left join ${GIVER_ROW}
      where given.folder_id is not null or shared.folder_id = f.id
  )`;

const GIVEN_TO_ALL = sql`given(folder_id, user_id, giver_id, is_unconditional) as (
    select shared.folder_id, shared.user_id, ${GIVER}, ${IS_UNCONDITIONAL}
    from ancestors f cross join collaborators shared
      left join ${GIVER_ROW}
      where shared.folder_id = f.id
  )`;

/**
 * The collaborations on the folders of the common table expression `ancestors` whose giver may still give them, as a query. A
 * giver is an administrator or owns the folder, which may itself depend on what another giver gave: the recursion starts at the
 * owners of the root folders and the managers of rooms, and never leaves the path of a folder. It grows with the length of the
 * path times the number of givers on it. `counts` limits the rows.
 */
export const activeCollaborations = ({
  counts = sql<SqlBool>`1 = 1`,
  of,
}: Wanted = {}): RawBuilder<CollaborationRow> => {
  const givers = sql`(select giver_id from given)`;
  // Nearly all users of the rows of one user are givers, and SQLite limits how many tables a query may name.
  const isOfGiver = of ? sql`1 = 1` : sql`given.user_id in ${givers}`;
  return sql<CollaborationRow>`
  with recursive ${of ? givenTo(of) : GIVEN_TO_ALL},
  steps(giver_id, from_id, user_id, to_id, owner_id) as (
    select cast(null as bigint), parent_id, cast(null as bigint), id, owner_id from ancestors
      where parent_id is not null
    union all
    select given.giver_id, given.folder_id, given.user_id, given.folder_id, f.owner_id from given
      join ancestors f on f.id = given.folder_id
      where ${isOfGiver}
  ),
  held(user_id, folder_id, is_owner) as (
    select owner_id, id, 1 from ancestors where parent_id is null
    union
    select room_managers.user_id, f.id, 1 from room_managers
      join ancestors f on f.id = room_managers.room_id and f.parent_id is null
    union
    select given.user_id, given.folder_id, case when f.owner_id = given.user_id then 1 else 0 end from given
      join ancestors f on f.id = given.folder_id
      where given.is_unconditional = 1 and ${isOfGiver}
    union
    select invitations.accepted_by_id, f.id, case when f.owner_id = invitations.accepted_by_id then 1 else 0 end
      from invitations join users inviters on inviters.id = invitations.inviter_id
      join ancestors f on inviters.is_admin = 1 or (f.owner_id = inviters.id and f.parent_id is null)
      where invitations.all_folders = 1 and invitations.role = 'collaborator' and invitations.revoked_at is null
        and inviters.deleted_at is null and invitations.accepted_by_id in ${givers}
    union
    select coalesce(steps.user_id, held.user_id), steps.to_id,
      case when steps.owner_id = coalesce(steps.user_id, held.user_id) then 1
        when steps.user_id is null then held.is_owner else 0 end
      from held join steps on steps.from_id = held.folder_id
        and (steps.giver_id is null or (steps.giver_id = held.user_id and held.is_owner = 1))
  )
  select folder_id, user_id, giver_id from given
    where ${counts} and (is_unconditional = 1 or exists (select 1 from held
      where held.user_id = given.giver_id and held.folder_id = given.folder_id and held.is_owner = 1))`;
};
