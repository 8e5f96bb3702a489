import { type Context, withLock } from '#server/app/context.ts';
import { auditPublication } from './audit-publication.ts';
import { mailManagers } from './mail-managers.ts';
import { findPublication, findRoomName, setPublication, setUnpublished } from './publication-queries.ts';

export const CHANGED_SINCE = 'The drafts have changed since the approval was requested.';

/** Gives up a publication that waits: its content is a draft again, and the managers learn why. */
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
