import { buffer } from 'node:stream/consumers';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { findAvatarBlob } from './queries.ts';

/**
 * Returns the picture with this token. Anyone who may see a person gets the token with the name; it cannot be guessed, and
 * an unknown one is answered like one that was replaced.
 */
export async function openAvatar(ctx: Context, token: string): Promise<Buffer> {
  const blob = await findAvatarBlob(ctx.db, token);
  if (!blob) throw new AppError('not-found', 'The picture could not be found.');
  const { key, size, wrapped_key: wrappedKey } = blob;
  return buffer(await ctx.blobs.open({ key, size, wrappedKey }));
}
