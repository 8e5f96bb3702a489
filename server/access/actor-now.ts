import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import type { Actor } from '#shared/policies/actor.ts';

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
      .select('allow_download')
      .where('id', '=', actor.invitationId)
      .where('role', '=', 'visitor')
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now())
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
