import type { Selectable } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { InvitationsTable } from '#server/database/tables/invitations.ts';
import { type InvitationAction, invitationPolicy } from '#shared/policies/invitations.ts';
import { authorize } from './authorize.ts';
import { isInvitationIntoExcludedRoom } from './grants/excluded-objects.ts';

export type InvitationRow = Selectable<InvitationsTable>;

const REFUSALS = {
  notFound: 'The invitation could not be found',
  forbidden: "You don't have permission to do this with the invitation",
};

/**
 * Loads an invitation by its id; use cases get invitations in no other way. Revoked invitations are not found, and neither are
 * those of link visitors and group members, which are managed with the link and the group.
 */
export async function loadInvitation(
  ctx: Context,
  id: number,
  action: InvitationAction,
): Promise<InvitationRow> {
  const row = await ctx.db
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('link_id', 'is', null)
    .where((where) =>
      where.or([
        where('inviter_id', '=', ctx.actor.kind === 'user' ? ctx.actor.id : 0),
        where.not(isInvitationIntoExcludedRoom(ctx.actor)),
      ]),
    )
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('group_members').select('id').whereRef('invitation_id', '=', 'invitations.id'),
        ),
      ),
    )
    .executeTakeFirst();
  if (!row) throw new AppError('not-found', REFUSALS.notFound);
  const resource = { inviterId: row.inviter_id };
  authorize(
    invitationPolicy.view(ctx.actor, resource),
    invitationPolicy[action](ctx.actor, resource),
    REFUSALS,
  );
  return row;
}
