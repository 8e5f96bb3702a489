import type { Context } from '#server/app/context.ts';

/**
 * Tells whether an actor came through a link and typed an address that no code proved. The link knows them by it, and it may be
 * that of somebody else: what is kept of its owner is not for them.
 */
export async function hasOnlyTypedAddress({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<boolean> {
  if (actor.kind !== 'visitor' || actor.viewAs) return false;
  const row = await db
    .selectFrom('invitations')
    .select('id')
    .where('id', '=', actor.invitationId)
    .where('link_id', 'is not', null)
    .where('email_key', '<>', '')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('link_visitors')
            .select('link_visitors.id')
            .whereRef('link_visitors.invitation_id', '=', 'invitations.id')
            .where('verified_by', '=', 'code'),
        ),
      ),
    )
    .executeTakeFirst();
  return row !== undefined;
}
