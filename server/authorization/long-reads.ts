import type { Context } from '#server/app/context.ts';

/**
 * Reads with statements that may take long, where they hold up no other request, and authorizes again afterwards: rights may have
 * ended meanwhile. `read` runs no transactions.
 */
export async function withLongReads<Result>(
  ctx: Context,
  read: (ctx: Context) => Promise<Result>,
  authorize: () => Promise<unknown>,
): Promise<Result> {
  const result = await read({ ...ctx, db: ctx.longReads });
  await authorize();
  return result;
}
