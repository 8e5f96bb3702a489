import { z } from 'zod';
import type { Context } from '#server/app/context.ts';
import type { AuditAction } from '#shared/domain/audit-actions.ts';
import { type AnnouncedRow, hidesPersonsAnywhere, hidesPersonsInAny } from './event-queries.ts';
import type { DeliveryRow } from './queries.ts';

/** The actions that say who reads, or tried to. */
const READING_ACTIONS: readonly AuditAction[] = [
  'file.view',
  'file.view-online',
  'file.download',
  'file.archive',
  'file.comparison-export',
  'folder.archive',
  'call.refused',
];

/** Lists every field that leaves: ids, never names, addresses, questions or contents. */
export const describeEvent = (row: AnnouncedRow) => ({
  id: row.position,
  event: row.action,
  at: new Date(row.occurred_at).toISOString(),
  result: row.result,
  actor: { kind: row.actor_kind, id: row.actor_id },
  object: row.object_kind === null ? null : { kind: row.object_kind, id: row.object_id },
  folderId: row.folderId,
});

/** The fields of a stored event that decide who is named; the others leave as they are. */
const storedEvent = z.looseObject({ event: z.string(), folderId: z.int().nullable() });

/**
 * Returns the JSON that is sent of a delivery, whose object is in this folder now: without the actor of a reading action where
 * the room hides persons. Decided at each attempt, so that what waits names nobody once a room hides them.
 */
export async function composeBody(
  { db }: Pick<Context, 'db'>,
  { payload }: DeliveryRow,
  folderId: number | null,
): Promise<string> {
  const event = storedEvent.parse(JSON.parse(payload));
  if (!READING_ACTIONS.some((action) => action === event.event)) return payload;
  const folderIds = [folderId, event.folderId].filter((id) => id !== null);
  // Files of an archive may be of several rooms, and the event names none of them.
  const isHidden =
    event.event === 'file.archive' ? hidesPersonsAnywhere(db) : hidesPersonsInAny(db, folderIds);
  if (!(await isHidden)) return payload;
  return JSON.stringify({ ...event, actor: null });
}
