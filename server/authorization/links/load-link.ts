import type { Selectable } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { LINK_COLUMNS } from '#server/database/tables/column-names.ts';
import type { LinksTable } from '#server/database/tables/links.ts';
import { type LinkAction, linkPolicy } from '#shared/policies/links.ts';
import { authorize } from '../authorize.ts';
import { isLinkIntoExcludedRoom } from '../grants/excluded-objects.ts';

export type LinkRow = Selectable<LinksTable>;

const REFUSALS = {
  notFound: 'The link could not be found',
  forbidden: "You don't have permission to do this with the link",
};

/**
 * Loads a link by its id; the only way to do so. A revoked link is not found, nor one of
 * somebody else into a room that excludes an administrator.
 */
export async function loadLink(ctx: Context, id: number, action: LinkAction): Promise<LinkRow> {
  const row = await ctx.db
    .selectFrom('links')
    .select(LINK_COLUMNS)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('owner_id', '=', ctx.actor.kind === 'user' ? ctx.actor.id : 0),
        where.not(isLinkIntoExcludedRoom(ctx.actor)),
      ]),
    )
    .executeTakeFirst();
  if (!row) throw new AppError('not-found', REFUSALS.notFound);
  const resource = { ownerId: row.owner_id };
  authorize(linkPolicy.view(ctx.actor, resource), linkPolicy[action](ctx.actor, resource), REFUSALS);
  return row;
}
