import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import type { LoadedRoom } from '#server/authorization/groups/load-room.ts';
import type { AuditAction } from '#shared/domain/audit-actions.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import type { PublicationRow } from './publication-queries.ts';

type PublicationAction = Extract<AuditAction, `room.${string}publication` | 'room.publish'>;

/** Records what was done with a publication. */
export const auditPublication = (
  ctx: Context,
  action: PublicationAction,
  room: LoadedRoom,
  { id, publish_at, folders, files, changes }: PublicationRow,
  reason?: string,
): Promise<void> =>
  audit(ctx, {
    action,
    object: { kind: 'folder', id: room.id, name: room.name },
    details: {
      publicationId: id,
      publishAt: isoInstant(publish_at),
      folders,
      files,
      ...(changes && { changes }),
      ...(reason !== undefined && { reason }),
    },
  });
