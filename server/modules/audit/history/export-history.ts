import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import type { HistoryEntry, HistoryFilters } from '#shared/contracts/evidence/room-history.ts';
import { findLastPosition } from '../queries.ts';
import { listHistory, loadHistory, type RoomHistory } from './list-history.ts';

const BATCH_SIZE = 500;
const COLUMNS = [
  'Entry',
  'Time (UTC)',
  'Who',
  'Kind',
  'Action',
  'Object',
  'Object kind',
  'Object ID',
  'Details',
];

type Batches = AsyncGenerator<readonly HistoryEntry[]>;

/** Records the export of the history of a room, and returns its events, the export included, newest first in batches. */
export async function exportHistory(
  ctx: Context,
  roomId: number,
  { format, ...filters }: HistoryFilters & { readonly format: string },
): Promise<{ name: string; batches: Batches }> {
  const history = await loadHistory(ctx, roomId, filters);
  const { id, name } = history.room;
  await audit(ctx, {
    action: 'room.export-history',
    object: { kind: 'folder', id, name },
    details: { format, filters },
  });
  return { name, batches: listBatches(ctx, history, filters) };
}

async function* listBatches(ctx: Context, history: RoomHistory, filters: HistoryFilters): Batches {
  for (let before: number | undefined = (await findLastPosition(ctx.db)) + 1; before !== undefined; ) {
    const entries: HistoryEntry[] = await listHistory(ctx, history, filters, { limit: BATCH_SIZE, before });
    const batch = entries.slice(0, BATCH_SIZE);
    if (batch.length > 0) yield batch;
    before = entries.length > BATCH_SIZE ? batch.at(-1)?.id : undefined;
  }
}

/** Converts events to rows of a table. */
export async function* toRows(batches: Batches): AsyncGenerator<(string | number)[][]> {
  yield [COLUMNS];
  for await (const batch of batches)
    yield batch.map(({ id, at, actor, action, object, details }) => [
      id,
      at,
      actor.name,
      actor.kind,
      action,
      object?.name ?? '',
      object?.kind ?? '',
      object?.id ?? '',
      details ? JSON.stringify(details) : '',
    ]);
}

/** Converts events to lines of JSON; the last one holds their number, so that a file without it is incomplete. */
export async function* toLines(batches: Batches): AsyncGenerator<string> {
  let count = 0;
  for await (const batch of batches) {
    count += batch.length;
    yield `${batch.map((entry) => JSON.stringify(entry)).join('\n')}\n`;
  }
  yield `${JSON.stringify({ entries: count })}\n`;
}
