import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { ROOM_NOT_FOUND } from '#server/authorization/groups/load-room.ts';
import { readAuditRows } from '#server/database/audit/persons/read-audit-rows.ts';
import type { AuditEntry, AuditFilters } from '#shared/contracts/audit.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { excludedRoomIdsOf } from '#shared/policies/actor.ts';
import { type EntryRow, listEntries } from './queries.ts';

/**
 * Lists audit events newest first, before the position `cursor`; one row more than `limit` when there is another
 * page.
 */
export async function listAuditLog(
  ctx: Context,
  { limit, cursor, ...filters }: AuditFilters & { limit: number; cursor?: number | undefined },
): Promise<EntryRow[]> {
  authorizeSystemAction(ctx.actor, 'seeAuditLog');
  if (filters.roomId !== undefined && excludedRoomIdsOf(ctx.actor).includes(filters.roomId))
    throw new AppError('not-found', ROOM_NOT_FOUND);
  const rows = await listEntries(ctx, filters, { limit, before: cursor, actor: ctx.actor });
  return readAuditRows(ctx.db, ctx, rows);
}

/** Presents an entry; of what happened in a room that the administrator may not read without names and details. */
export const presentEntry = ({ isExcluded, ...row }: EntryRow): AuditEntry => ({
  id: row.position,
  at: isoInstant(row.occurred_at),
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
  action: row.action,
  object:
    row.object_kind === null || row.object_id === null
      ? null
      : { kind: row.object_kind, id: row.object_id, name: isExcluded ? '' : (row.object_name ?? '') },
  roomId: isExcluded ? null : row.room_id,
  result: row.result,
  details: isExcluded || row.details === null ? null : JSON.parse(row.details),
  address: row.address,
});
