import { type RawBuilder, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import type { Database } from '#server/database/open-database.ts';
import { OWNER_LEVEL } from '../access-level-order.ts';
import { withoutBlockedFiles } from '../addresses/blocked-folders.ts';
import { userAccess } from '../folder-access.ts';
import { ancestors } from '../folder-ancestors.ts';
import { mayAdministratorsShare } from '../grants/excluded-rooms.ts';
import { isShownTo } from '../grants/hidden-rooms.ts';
import { addressOfInvitation, addressText } from '../grants/room-domains.ts';
import { publishedBy, unpublishedFolders } from '../publication/published.ts';

/**
 * The active files among the targets of the links `isLink` that the owner of the link may still invite to: as an
 * administrator, as the owner of the file's folder or, outside folders, of the file. Evaluated at each request, like the scope
 * of folders.
 */
function linkedFiles(
  isLink: RawBuilder<unknown>,
  at: Pick<Requester, 'now'>,
  address: RawBuilder<string> | undefined,
): RawBuilder<{ id: number }> {
  const targets = sql`select entry_id from link_targets join links on links.id = link_targets.link_id
    where ${isLink} and entry_kind = 'file'`;
  const owner = sql<number>`(select owner_id from links where ${isLink})`;
  return sql<{
    id: number;
  }>`(with recursive ${ancestors(sql`select folder_id from files where id in (${targets})`)}
    select targets.id from files as targets join users on users.id = ${owner}
      where targets.id in (${targets}) and targets.deleted_at is null and users.deleted_at is null
        and ${publishedBy(at)('targets')}
        and (targets.folder_id is null or targets.folder_id not in (${unpublishedFolders(sql`ancestors`, at)}))
        and (targets.folder_id is null or ${isShownTo('visitors', sql`targets.folder_id`, address)})
        and ((users.is_admin = 1 and (targets.folder_id is null or ${mayAdministratorsShare(sql`targets.folder_id`, 'ancestors')}))
          or (targets.folder_id is null and targets.owner_id = users.id)
          or targets.folder_id in (select id from (${userAccess(owner, 'ancestors')}) of_owner
            where access_level = ${OWNER_LEVEL})))`;
}

/** The files that a visitor may see because their link names them, as a query of ids. */
export const filesLinkedTo = (invitationId: number, requester: Requester): RawBuilder<{ id: number }> =>
  withoutBlockedFiles(
    requester.actor,
    linkedFiles(
      sql`links.id = (select link_id from invitations where invitations.id = ${invitationId})`,
      requester,
      addressOfInvitation(sql`${invitationId}`),
    ),
  );

/** The files of a link that its owner may still invite to, anybody or somebody with this address, as a query of ids. */
export const filesOfLink = (
  linkId: number,
  at: Pick<Requester, 'now'>,
  address?: string,
): RawBuilder<{ id: number }> => linkedFiles(sql`links.id = ${linkId}`, at, addressText(address));

/** Returns which of the files the actor may see because their link names them. */
export async function findLinkedFiles(
  db: Database,
  requester: Requester,
  fileIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { actor } = requester;
  if (actor.kind !== 'visitor' || fileIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select id from ${filesLinkedTo(actor.invitationId, requester)} linked where id in (${sql.join(fileIds)})`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}
