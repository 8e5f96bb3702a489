import type { Context } from '#server/app/context.ts';
import { loadVisibleFiles } from '#server/authorization/load-file.ts';
import type { RequestRow } from '#server/authorization/requests/load-request.ts';
import type { RoomRequest } from '#shared/contracts/rooms/requests.ts';
import { isoInstant, isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import { listRequestFiles } from './queries.ts';

/** Files that are authorized in one statement. */
const BATCH_SIZE = 5_000;

/** Presents requests with the files that the actor may see; who is responsible is shown to staff alone. */
export async function presentRequests(
  ctx: Context,
  rows: readonly RequestRow[],
  { isStaff }: { isStaff: boolean },
): Promise<RoomRequest[]> {
  const attached = await listRequestFiles(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const names = await loadNames(
    ctx,
    attached.map(({ file_id }) => file_id),
  );
  const byRequest = Map.groupBy(attached, ({ request_id }) => request_id);
  return rows.map((row) => ({
    id: row.id,
    roomId: row.room_id,
    number: row.number,
    areaId: row.area_id,
    groupId: row.group_id,
    text: row.text,
    responsibleId: isStaff ? row.responsible_id : null,
    responsibleName: isStaff ? row.responsible_name : null,
    dueAt: isoInstantOrNull(row.due_at),
    priority: row.priority,
    state: row.state,
    files: (byRequest.get(row.id) ?? []).flatMap(({ file_id: id, page }) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name, page }];
    }),
    createdAt: isoInstant(row.created_at),
  }));
}

/** Returns the names of the files that the actor may see. */
async function loadNames(ctx: Context, fileIds: readonly number[]): Promise<Map<number, string>> {
  const ids = [...new Set(fileIds)];
  const names = new Map<number, string>();
  for (let at = 0; at < ids.length; at += BATCH_SIZE)
    for (const { id, name } of await loadVisibleFiles(ctx, ids.slice(at, at + BATCH_SIZE)))
      names.set(id, name);
  return names;
}

export async function presentRequest(
  ctx: Context,
  row: RequestRow,
  viewer: { isStaff: boolean },
): Promise<RoomRequest> {
  const [presented] = await presentRequests(ctx, [row], viewer);
  if (!presented) throw new Error('One row presents as one request');
  return presented;
}
