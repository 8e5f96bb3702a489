import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { type LoadedRoom, loadRoom } from '#server/authorization/groups/load-room.ts';
import { readAuditRows } from '#server/database/audit/persons/read-audit-rows.ts';
import { readAnalyticsSettings } from '#server/modules/rooms/analytics/settings.ts';
import type { HistoryEntry, HistoryFilters } from '#shared/contracts/evidence/room-history.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { listEntries } from '../queries.ts';

/** A room whose manager reads its history. */
export interface RoomHistory {
  readonly room: LoadedRoom;
  readonly hidesPersons: boolean;
}

/** Objects whose names and ids are those of people. */
const PERSONS = ['user', 'invitation', 'receipt'];
/** Their details contain the words of the search, which a room records only if its managers choose so. */
const SEARCHES = /^(?:saved-)?search\./;

/** Authorizes a manager of a room; a room that hides persons cannot be asked for one. */
export async function loadHistory(
  ctx: Context,
  roomId: number,
  { actor }: HistoryFilters = {},
): Promise<RoomHistory> {
  const room = await loadRoom(ctx, roomId, 'seeAnalytics');
  const { hidePersons } = await readAnalyticsSettings(ctx, roomId);
  if (hidePersons && actor !== undefined) throw new AppError('forbidden', 'Persons are hidden in this room.');
  return { room, hidesPersons: hidePersons };
}

/** Lists the events of a room newest first, before a position; one more than `limit` when there is another page. */
export async function listHistory(
  ctx: Context,
  { room, hidesPersons }: RoomHistory,
  filters: HistoryFilters,
  page: { limit: number; before: number | undefined },
): Promise<HistoryEntry[]> {
  const found = await listEntries(ctx, { ...filters, roomId: room.id }, { ...page, actor: ctx.actor });
  const rows = await readAuditRows(ctx.db, ctx, found);
  return rows.map((row) => {
    const isHidden = hidesPersons && PERSONS.includes(row.object_kind ?? '');
    const hasDetails = row.details !== null && !hidesPersons && !SEARCHES.test(row.action);
    return {
      id: row.position,
      at: isoInstant(row.occurred_at),
      actor: hidesPersons
        ? { kind: row.actor_kind, id: null, name: '' }
        : { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
      action: row.action,
      object:
        row.object_kind === null || row.object_id === null || isHidden
          ? null
          : { kind: row.object_kind, id: row.object_id, name: row.object_name ?? '' },
      result: row.result,
      details: hasDetails ? JSON.parse(row.details ?? '{}') : null,
    };
  });
}
