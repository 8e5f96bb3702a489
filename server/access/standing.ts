import { sql } from 'kysely';
import type { Database } from '#server/platform/db/open-database.ts';
import { ancestorsAndSelf } from '#shared/domain/folder-tree.ts';
import type { Actor, Standing } from '#shared/policies/actor.ts';

/** Standings in SQL are numbers, so that the strongest is the greatest. */
export const RANK = { none: 0, visitor: 1, collaborator: 2, owner: 3 } as const satisfies Record<
  Standing,
  number
>;

const STANDINGS: readonly Standing[] = ['none', 'visitor', 'collaborator', 'owner'];

export const standingOf = (rank: number): Standing => STANDINGS[rank] ?? 'none';

/** The folders that a user has by name, with what they are there: their own trees, and the folders shared with them. */
function grantsOfUser(db: Database, userId: number) {
  return db
    .selectFrom('folders')
    .select(['folders.id', sql<number>`${sql.lit(RANK.owner)}`.as('rank')])
    .where('folders.owner_id', '=', userId)
    .where('folders.parent_id', 'is', null)
    .unionAll(
      db
        .selectFrom('collaborators')
        .select(['collaborators.folder_id as id', sql<number>`${sql.lit(RANK.collaborator)}`.as('rank')])
        .where('collaborators.user_id', '=', userId),
    );
}

/** The folders of a visitor's invitation. 'All folders' are the inviter's own trees, an administrator's every folder. */
function grantsOfVisitor(db: Database, invitationId: number) {
  return db
    .selectFrom('invitation_folders')
    .select(['invitation_folders.folder_id as id', sql<number>`${sql.lit(RANK.visitor)}`.as('rank')])
    .where('invitation_folders.invitation_id', '=', invitationId)
    .unionAll(
      db
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
        .select(['folders.id', sql<number>`${sql.lit(RANK.visitor)}`.as('rank')])
        .where('invitations.id', '=', invitationId)
        .where('invitations.all_folders', '=', 1)
        .where('users.deleted_at', 'is', null),
    );
}

/** What an actor was given by name; what lies below inherits it. */
export function grantsOf(db: Database, actor: Actor) {
  if (actor.kind === 'user') return grantsOfUser(db, actor.id);
  // No invitation has the id 0, so nobody has no grants.
  return grantsOfVisitor(db, actor.kind === 'visitor' ? actor.invitationId : 0);
}

/** What an actor was given by name at one folder of the chain: the same grants, asked of a single row. */
function rankAtLink(actor: Actor) {
  if (actor.kind === 'user') {
    return sql<number>`case when chain.owner_id = ${actor.id} and chain.parent_id is null then 3 when exists (
      select 1 from collaborators where folder_id = chain.id and user_id = ${actor.id}) then 2 else 0 end`;
  }
  const invitationId = actor.kind === 'visitor' ? actor.invitationId : 0;
  return sql<number>`case when exists (
      select 1 from invitation_folders where invitation_id = ${invitationId} and folder_id = chain.id
    ) or exists (
      select 1 from invitations join users on users.id = invitations.inviter_id
      where invitations.id = ${invitationId} and invitations.all_folders = 1 and users.deleted_at is null
        and (users.is_admin = 1 or (users.id = chain.owner_id and chain.parent_id is null))
    ) then 1 else 0 end`;
}

/**
 * The chains of several folders to the root, nearest first, each link with what the actor was given there by name.
 * One statement, which takes each folder once however many chains lead through it. An unknown folder has no links.
 */
export async function findChains(
  db: Database,
  actor: Actor,
  folderIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Link[]>> {
  if (folderIds.length === 0) return new Map();
  const userId = actor.kind === 'user' ? actor.id : 0;
  const { rows } = await sql<Link>`
    with recursive chain(id, parent_id, owner_id, deleted_at) as (
      select id, parent_id, owner_id, deleted_at from folders where id in (${sql.join(folderIds)})
      union
      select f.id, f.parent_id, f.owner_id, f.deleted_at from folders f join chain on f.id = chain.parent_id
    )
    select id, parent_id as "parentId", deleted_at, ${rankAtLink(actor)} as rank,
      case when owner_id = ${userId} then 1 else 0 end as is_own from chain`.execute(db);
  const links = new Map(rows.map((link) => [link.id, link]));
  const chainOf = (id: number) => ancestorsAndSelf(links, id).flatMap((above) => links.get(above) ?? []);
  return new Map(folderIds.map((id) => [id, chainOf(id)]));
}

export async function findChain(db: Database, actor: Actor, folderId: number): Promise<readonly Link[]> {
  return (await findChains(db, actor, [folderId])).get(folderId) ?? [];
}

interface Link {
  readonly id: number;
  readonly parentId: number | null;
  readonly deleted_at: number | null;
  readonly rank: number;
  readonly is_own: 0 | 1;
}

/**
 * The strongest standing along a chain. A folder made inside somebody else's is its maker's only as long as they
 * belong there: with a right withdrawn above, everything below is closed at once.
 */
export const strongestOf = (chain: readonly Link[]): Standing =>
  standingOf(
    chain.reduceRight((inherited, link) => {
      const rank = Math.max(inherited, link.rank);
      return rank >= RANK.collaborator && link.is_own === 1 ? RANK.owner : rank;
    }, 0),
  );
