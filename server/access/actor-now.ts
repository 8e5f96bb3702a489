import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';

/** For what took long since the request was let in: the same user with the rights of this moment, or a refusal. */
export async function withActorNow(ctx: Context): Promise<Context & { actor: { kind: 'user' } }> {
  const { actor } = ctx;
  const user =
    actor.kind === 'user'
      ? await ctx.db
          .selectFrom('users')
          .select(['id', 'is_admin'])
          .where('id', '=', actor.id)
          .where('deleted_at', 'is', null)
          .executeTakeFirst()
      : undefined;
  if (!user) throw new AppError('unauthenticated', 'Please sign in');
  return { ...ctx, actor: { kind: 'user', id: user.id, isAdmin: user.is_admin === 1 } };
}
