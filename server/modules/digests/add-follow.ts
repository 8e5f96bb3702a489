import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { type Reader, readerOf } from '#server/authorization/readers/reader-of.ts';
import { MAX_FOLLOWS } from '#shared/domain/changes/digests.ts';
import { countFollows, type FollowRow, type FollowTarget, insertFollow } from './follow-queries.ts';

/** Returns the reader of a call that changes what is theirs. */
export function requireReader(ctx: Context): Reader {
  const reader = readerOf(ctx.actor);
  if (!reader) throw new AppError('unauthenticated', 'Sign in first');
  return reader;
}

/** Inserts a follow of an entry that the actor sees. */
export async function addFollow(
  ctx: Context,
  reader: Reader,
  { kind, id, name }: FollowTarget & { name: string },
): Promise<FollowRow> {
  if ((await countFollows(ctx.db, reader)) >= MAX_FOLLOWS)
    throw new AppError(
      'conflict',
      `You follow ${MAX_FOLLOWS} folders and files, the maximum. Unfollow some first.`,
    );
  const row = await insertFollow(ctx.db, reader, { kind, id, now: ctx.now() });
  await audit(ctx, { action: 'follow.add', object: { kind, id, name } });
  return row;
}
