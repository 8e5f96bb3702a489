import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** A row of `activeCollaborations`. */
interface CollaborationRow {
  readonly folder_id: number;
  readonly user_id: number;
  /** The user who gave the access; the owner of the folder for rows of version 0.1.0. */
  readonly giver_id: number;
}

/**
 * The collaborations on the folders of the common table expression `ancestors` whose giver may still give them, as a query. A
 * giver is an administrator or owns the folder, which may itself depend on what another giver gave: the recursion starts
 * at the owners of the root folders and the managers of rooms, and never leaves the path of a folder. It grows with the length of the path times the
 * number of givers on it. `counts` limits the rows; it is a parameter because SQLite limits how deep queries may be nested.
 */
export const activeCollaborations = (
  counts: RawBuilder<SqlBool> = sql<SqlBool>`1 = 1`,
): RawBuilder<CollaborationRow> => sql<CollaborationRow>`
  with recursive given(folder_id, user_id, giver_id, is_unconditional) as (
    select shared.folder_id, shared.user_id, coalesce(shared.granted_by_id, f.owner_id),
      case when givers.is_admin = 1 or (shared.granted_by_id is null and shared.user_id = f.owner_id) then 1 else 0 end
    from ancestors f cross join collaborators shared
      left join users givers on givers.id = coalesce(shared.granted_by_id, f.owner_id) and givers.deleted_at is null
      where shared.folder_id = f.id
  ),
  steps(giver_id, from_id, user_id, to_id, owner_id) as (
    select cast(null as bigint), parent_id, cast(null as bigint), id, owner_id from ancestors
      where parent_id is not null
    union all
    select given.giver_id, given.folder_id, given.user_id, given.folder_id, f.owner_id from given
      join ancestors f on f.id = given.folder_id
      where given.user_id in (select giver_id from given)
  ),
  held(user_id, folder_id, is_owner) as (
    select owner_id, id, 1 from ancestors where parent_id is null
    union
    select room_managers.user_id, f.id, 1 from room_managers
      join ancestors f on f.id = room_managers.room_id and f.parent_id is null
    union
    select given.user_id, given.folder_id, case when f.owner_id = given.user_id then 1 else 0 end from given
      join ancestors f on f.id = given.folder_id
      where given.is_unconditional = 1 and given.user_id in (select giver_id from given)
    union
    select invitations.accepted_by_id, f.id, case when f.owner_id = invitations.accepted_by_id then 1 else 0 end
      from invitations join users inviters on inviters.id = invitations.inviter_id
      join ancestors f on inviters.is_admin = 1 or (f.owner_id = inviters.id and f.parent_id is null)
      where invitations.all_folders = 1 and invitations.role = 'collaborator' and invitations.revoked_at is null
        and inviters.deleted_at is null and invitations.accepted_by_id in (select giver_id from given)
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
