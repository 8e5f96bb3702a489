import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { createLink } from '#server/modules/links/create-link.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createArchiveLink as contract } from '#shared/contracts/links/archive-links.ts';
import { loadArchive } from '../load-archive.ts';

/** Creates a link whose visitors download an archive, which managers of its room may; returns its id. */
export function createArchiveLink(
  ctx: Context,
  archiveId: number,
  wish: BodyOf<typeof contract>,
): Promise<number> {
  return createLink(
    ctx,
    { ...wish, targets: [], groupId: null },
    {
      archiveId,
      async loadRoomId(ctx) {
        const { archive, room } = await loadArchive(ctx, archiveId);
        if (archive.state !== 'done') throw new AppError('conflict', 'The archive is not finished.');
        return room.id;
      },
    },
  );
}
