import type { Database } from '#server/database/open-database.ts';
import type { EntryKey } from './entry-order.ts';

/** Bounds the parameters of a statement. */
const BATCH_SIZE = 500;

export interface FrozenPlaces {
  placeOf(entry: EntryKey & { readonly parent_id: number }): number | undefined;
  /** The greatest place that an entry of the folder ever had. */
  lastOf(folderId: number): number;
}

const NO_PLACES: FrozenPlaces = { placeOf: () => undefined, lastOf: () => 0 };

/** Lists the stored places in folders of rooms with frozen numbers. */
export async function listFrozenPlaces(db: Database, folderIds: readonly number[]): Promise<FrozenPlaces> {
  if (folderIds.length === 0) return NO_PLACES;
  const places = new Map<string, number>();
  const last = new Map<number, number>();
  for (let at = 0; at < folderIds.length; at += BATCH_SIZE) {
    const rows = await db
      .selectFrom('frozen_numbers')
      .select(['parent_id', 'place', 'entry_kind', 'entry_id'])
      .where('parent_id', 'in', folderIds.slice(at, at + BATCH_SIZE))
      .execute();
    for (const { parent_id, place, entry_kind, entry_id } of rows) {
      places.set(`${parent_id}-${entry_kind}-${entry_id}`, place);
      last.set(parent_id, Math.max(place, last.get(parent_id) ?? 0));
    }
  }
  return {
    placeOf: ({ parent_id, kind, id }) => places.get(`${parent_id}-${kind}-${id}`),
    lastOf: (folderId) => last.get(folderId) ?? 0,
  };
}

/** A place whose entry was removed. */
interface WithdrawnPlace {
  readonly id: number;
  readonly parent_id: number;
  readonly place: number;
  readonly entry_kind: EntryKey['kind'];
  readonly name: string;
  readonly withdrawn_at: number;
}

/** Lists the places of some folders whose entries were removed. */
export async function listWithdrawnPlacesIn(
  db: Database,
  folderIds: readonly number[],
): Promise<WithdrawnPlace[]> {
  const rows = await db
    .selectFrom('frozen_numbers')
    .select(['id', 'parent_id', 'place', 'entry_kind', 'name', 'withdrawn_at'])
    .where('parent_id', 'in', folderIds)
    .where('withdrawn_at', 'is not', null)
    .orderBy('parent_id')
    .orderBy('place')
    .execute();
  return rows.map((row) => ({ ...row, withdrawn_at: row.withdrawn_at ?? 0 }));
}
