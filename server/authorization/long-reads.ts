import type { Context } from '#server/app/context.ts';
import { reloadActor } from './reload-actor.ts';

/**
 * Reads with statements that may take long, where they hold up no other request. Authorizes before, so that a refusal waits for nothing,
 * and again afterwards for the actor as they are then: sessions and rights may have ended meanwhile. `read` gets what was authorized, and
 * runs no transactions.
 */
export async function withLongReads<Permitted, Result>(
  ctx: Context,
  authorize: (ctx: Context) => Promise<Permitted>,
  read: (ctx: Context, permitted: Permitted) => Promise<Result>,
): Promise<Result> {
  const permitted = await authorize(ctx);
  const result = await read({ ...ctx, db: ctx.longReads }, permitted);
  await authorize({ ...ctx, actor: await reloadActor(ctx) });
  return result;
}
