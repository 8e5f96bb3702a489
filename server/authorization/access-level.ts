import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { ancestorsAndSelf } from '#shared/domain/folder-tree.ts';
import type { AccessLevel, Actor } from '#shared/policies/actor.ts';
import { ACCESS_LEVEL_ORDER, directAccessLevel } from './direct-grants.ts';

const ACCESS_LEVELS: readonly AccessLevel[] = ['none', 'visitor', 'collaborator', 'owner'];

export const accessLevelOf = (rank: number): AccessLevel => ACCESS_LEVELS[rank] ?? 'none';

/** One folder of a chain. For a visitor `rank` and `is_own` are their inviter's, on whose rights theirs rest. */
interface FolderLink {
  readonly id: number;
  readonly parentId: number | null;
  readonly deleted_at: number | null;
  readonly accessLevel: number;
  readonly is_own: 0 | 1;
  /** `null` for a user; for a visitor whether the invitation names it, or reaches it whoever owns it. */
  readonly invited: 'no' | 'by-owner' | 'always' | null;
}

/**
 * The chains of several folders to the root, nearest first, each link with what the actor was given there by name.
 * One statement, which takes each folder once however many chains lead through it. An unknown folder has no links.
 */
export async function findFolderChains(
  db: Database,
  actor: Actor,
  folderIds: readonly number[],
): Promise<ReadonlyMap<number, readonly FolderLink[]>> {
  if (folderIds.length === 0) return new Map();
  const { rows } = await sql<FolderLink>`
    with recursive chain(id, parent_id, owner_id, deleted_at) as (
      select id, parent_id, owner_id, deleted_at from folders where id in (${sql.join(folderIds)})
      union
      select f.id, f.parent_id, f.owner_id, f.deleted_at from folders f join chain on f.id = chain.parent_id
    ) ${actor.kind === 'user' ? userLinks(actor.id) : visitorLinks(actor)}`.execute(db);
  const links = new Map(rows.map((link) => [link.id, link]));
  const chainOf = (id: number) => ancestorsAndSelf(links, id).flatMap((above) => links.get(above) ?? []);
  return new Map(folderIds.map((id) => [id, chainOf(id)]));
}

export async function findFolderChain(
  db: Database,
  actor: Actor,
  folderId: number,
): Promise<readonly FolderLink[]> {
  return (await findFolderChains(db, actor, [folderId])).get(folderId) ?? [];
}

const userLinks = (userId: number) => sql`
  select id, parent_id as "parentId", deleted_at, ${directAccessLevel(sql<number>`${userId}`, 'chain')} as "accessLevel",
    case when owner_id = ${userId} then 1 else 0 end as is_own, null as invited
  from chain`;

/** No invitation has the id 0, so nobody is invited. */
const visitorLinks = (actor: Exclude<Actor, { kind: 'user' }>) => sql`
  , inviter as (
    select users.id, users.is_admin, invitations.id as invitation_id, invitations.all_folders
    from invitations join users on users.id = invitations.inviter_id
    where invitations.id = ${actor.kind === 'visitor' ? actor.invitationId : 0} and users.deleted_at is null
  )
  select chain.id, chain.parent_id as "parentId", chain.deleted_at, ${directAccessLevel(sql.ref('inviter.id'), 'chain')} as "accessLevel",
    case when chain.owner_id = inviter.id then 1 else 0 end as is_own,
    case
      when inviter.all_folders = 1
        and (inviter.is_admin = 1 or (inviter.id = chain.owner_id and chain.parent_id is null)) then 'always'
      when exists (select 1 from invitation_folders where folder_id = chain.id
        and invitation_id = inviter.invitation_id) then case when inviter.is_admin = 1 then 'always' else 'by-owner' end
      else 'no' end as invited
  from chain left join inviter on 1 = 1`;

/**
 * The strongest standing along a chain. A folder made inside somebody else's is its maker's only as long as they
 * belong there: with a right withdrawn above, everything below is closed at once. A visitor is one below a folder
 * that the inviter owns so, or administers, and named.
 */
export function effectiveAccessLevel(chain: readonly FolderLink[]): AccessLevel {
  let rank: number = ACCESS_LEVEL_ORDER.none;
  let isVisited = false;
  for (const link of chain.toReversed()) {
    rank = Math.max(rank, link.accessLevel);
    if (rank >= ACCESS_LEVEL_ORDER.collaborator && link.is_own === 1) rank = ACCESS_LEVEL_ORDER.owner;
    if (link.invited === 'always' || (link.invited === 'by-owner' && rank === ACCESS_LEVEL_ORDER.owner))
      isVisited = true;
  }
  const isUsers = chain[0]?.invited === null;
  if (isUsers) return accessLevelOf(rank);
  return isVisited ? 'visitor' : 'none';
}
