import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { auditPublication } from './audit-publication.ts';
import { mailManagers } from './mail-managers.ts';
import { findPublication, findRoomName, setPublication, setUnpublished } from './publication-queries.ts';

export const CHANGED_SINCE = 'The drafts have changed since the approval was requested.';

/** Rolls back an approval of what cannot be published. The reason names drafts and their authors: it is for managers alone. */
export class RefusedPublication extends Error {
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'RefusedPublication';
    this.reason = reason;
  }
}

/** Returns the refusal of a publication by this error; nothing where it may succeed later. */
export const refusalOf = (error: unknown): RefusedPublication | undefined =>
  error instanceof AppError && error.status < 500 ? new RefusedPublication(error.message, error) : undefined;

/**
 * Runs an approval, and voids the publication where it is refused: what was approved is rolled back before, and the managers
 * learn the reason. The caller gets the error that `answer` makes of it.
 */
export async function approveOrVoid<Result>(
  ctx: Context,
  id: number,
  approve: () => Promise<Result>,
  answer: (reason: string) => string,
): Promise<Result> {
  try {
    return await approve();
  } catch (error) {
    if (!(error instanceof RefusedPublication)) throw error;
    await voidPublication(ctx, id, error.reason);
    throw new AppError('conflict', answer(error.reason));
  }
}

/** Voids a publication that waits: its content is a draft again, and the managers learn why. */
export function voidPublication(ctx: Context, id: number, reason: string): Promise<void> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const publication = await findPublication(ctx.db, id);
    if (publication?.state !== 'requested' && publication?.state !== 'scheduled') return;
    const room = { id: publication.room_id, name: await findRoomName(ctx.db, publication.room_id) };
    await setUnpublished(ctx.db, id, ctx.now());
    await setPublication(ctx.db, id, { state: 'void', reason });
    await auditPublication(ctx, 'room.void-publication', room, publication, reason);
    await mailManagers({ ...ctx, actor: { kind: 'anonymous' } }, room, {
      subject: `A publication in the room “${room.name}” was given up`,
      sentence: 'Nothing was published. Its content is a draft again.',
      reason,
    });
  });
}
