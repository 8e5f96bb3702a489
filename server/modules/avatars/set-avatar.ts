import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { transactionAsUser } from '#server/authorization/reload-actor.ts';
import { loadCurrentUser } from '#server/modules/accounts/load-current-user.ts';
import { discardBytes } from '#server/modules/files/store-bytes.ts';
import { insertAvatarBlob, setUserAvatar } from './queries.ts';
import { redrawImage } from './redraw-image.ts';

type UserRow = Awaited<ReturnType<typeof loadCurrentUser>>;

const TOKEN_BYTES = 16;
/** Beyond this shape most of a picture would be cut off. */
const SHAPE = { field: 'image', width: 256, maxRatio: 3 };
/** A drawn picture has about 15 KB. */
const MAX_STORED_BYTES = 1024 * 1024;

/** Sets the requester's picture. The blob of the one before is removed by the maintenance task. */
export async function setAvatar(ctx: Context, image: string): Promise<UserRow> {
  authorizeSystemAction(ctx.actor, 'manageOwnProfile');
  const { id } = await loadCurrentUser(ctx);
  const drawn = await redrawImage(ctx, String(id), Buffer.from(image, 'base64'), SHAPE);
  const blob = await ctx.blobs.put(Readable.from([drawn]), { maxBytes: MAX_STORED_BYTES });
  try {
    // Drawing takes a moment, in which the session may have ended.
    return await transactionAsUser(ctx, async (current) => {
      const user = await loadCurrentUser(current);
      await insertAvatarBlob(current.db, {
        key: blob.key,
        size: blob.size,
        sha256: blob.sha256,
        wrapped_key: blob.wrappedKey,
        created_at: current.now(),
      });
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      await setUserAvatar(current.db, user.id, { token, blobKey: blob.key });
      await auditAvatar(current, user, { sha256: blob.sha256 });
      return loadCurrentUser(current);
    });
  } catch (error) {
    await discardBytes(ctx, blob, error);
    throw error;
  }
}

/** Removes the requester's picture; its address stops working at once. */
export function removeAvatar(ctx: Context): Promise<UserRow> {
  authorizeSystemAction(ctx.actor, 'manageOwnProfile');
  return transaction(ctx, async (ctx) => {
    const user = await loadCurrentUser(ctx);
    await setUserAvatar(ctx.db, user.id, { token: null, blobKey: null });
    await auditAvatar(ctx, user, { removed: true });
    return loadCurrentUser(ctx);
  });
}

const auditAvatar = (ctx: Context, user: UserRow, details: Record<string, unknown>): Promise<void> =>
  audit(ctx, {
    action: 'user.picture',
    object: { kind: 'user', id: user.id, name: user.username },
    details,
  });
