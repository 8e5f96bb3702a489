import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { type Reader, readerOf } from '#server/authorization/readers/reader-of.ts';
import { hasOnlyTypedAddress } from '#server/authorization/readers/typed-address.ts';
import { MAX_FOLLOWS } from '#shared/domain/changes/digests.ts';
import { countFollows, type FollowRow, type FollowTarget, insertFollow } from './follow-queries.ts';

const NOT_PROVED =
  'This link did not confirm your address, so you can neither follow anything nor save searches. Ask for an invitation.';

/**
 * Returns the reader of a call that changes what is theirs. Refuses visitors who typed an address, which may be that of somebody
 * else.
 */
export async function requireReader(ctx: Context): Promise<Reader> {
  const reader = readerOf(ctx.actor);
  if (!reader) throw new AppError('unauthenticated', 'Sign in first');
  if (await hasOnlyTypedAddress(ctx)) throw new AppError('forbidden', NOT_PROVED);
  return reader;
}

/** Returns the reader whose follows, digests and saved searches are listed; nobody where `requireReader` refuses. */
export async function findReader(ctx: Context): Promise<Reader | undefined> {
  const reader = readerOf(ctx.actor);
  return reader && (await hasOnlyTypedAddress(ctx)) ? undefined : reader;
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
