import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { isPublicSharingAllowed } from './sessions.ts';

/** For what takes long: the same actor with the rights of this moment; nobody once account or invitation has ended. */
export async function findActorNow({ db, actor, now }: Context): Promise<Actor> {
  if (actor.kind === 'user') {
    const user = await db
      .selectFrom('users')
      .select('is_admin')
      .where('id', '=', actor.id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (user) return { kind: 'user', id: actor.id, isAdmin: user.is_admin === 1 };
  }
  if (actor.kind === 'visitor') {
    const invitation = await db
      .selectFrom('invitations')
      .innerJoin('users as inviters', (join) =>
        join.onRef('inviters.id', '=', 'invitations.inviter_id').on('inviters.deleted_at', 'is', null),
      )
      .select('invitations.allow_download')
      .where('invitations.id', '=', actor.invitationId)
      .where('invitations.role', '=', 'visitor')
      .where('invitations.revoked_at', 'is', null)
      .where('invitations.expires_at', '>', now())
      .where((where) => where.or([where('invitations.email', '<>', ''), isPublicSharingAllowed]))
      .executeTakeFirst();
    if (invitation) return { ...actor, mayDownload: invitation.allow_download === 1 };
  }
  return { kind: 'nobody' };
}

/** The same for what only a user may do, or a refusal. */
export async function withActorNow(ctx: Context): Promise<Context & { actor: { kind: 'user' } }> {
  const actor = await findActorNow(ctx);
  if (actor.kind !== 'user') throw new AppError('unauthenticated', 'Please sign in');
  return { ...ctx, actor };
}
