import type { Context, Services } from '#server/app/context.ts';
import { accessOf } from '#server/authorization/access-level.ts';
import { groupIdsOf, isMember } from '#shared/policies/actor.ts';
import type { DisclosedRow } from './disclosure-queries.ts';
import {
  findGroupsWithVersions,
  listCurrentBefore,
  listPlaces,
  listRoomsOfGroups,
  listVersionsThen,
} from './earlier-version-queries.ts';

/** Below the limit of parameters of a statement on both engines. */
const FILES_AT_ONCE = 500;

/** A version that was replaced before the instant of a certificate, and which the party could still open then. */
export interface EarlierVersion {
  readonly version: number;
  readonly sha256: string;
  readonly size: number;
  /** When it was added, and when it was replaced. */
  readonly since: string;
  readonly until: string;
}

/**
 * Finds the earlier versions that a party could open at an instant: groups whose rules allow it, those that had been shown to them, and the
 * staff and collaborators of folders. By file, in the order of numbers.
 */
export async function findEarlierVersions(
  { db }: Services,
  then: Context,
  { at, rows }: { at: number; rows: readonly DisclosedRow[] },
): Promise<ReadonlyMap<number, readonly EarlierVersion[]>> {
  const groupIds = await findGroupsWithVersions({ db }, groupIdsOf(then.actor), at);
  const rooms = new Set(await listRoomsOfGroups(then.db, [...groupIds]));
  const found = new Map<number, EarlierVersion[]>();
  const readable = rows.filter(
    (row) => row.version > 1 && (isOfMember(row) || (rooms.size > 0 && isOfGroup(row))),
  );
  for (let start = 0; start < readable.length; start += FILES_AT_ONCE)
    await addVersions({ db, past: then.db, at, rooms }, readable.slice(start, start + FILES_AT_ONCE), found);
  return found;
}

const isOfMember = ({ access_level }: DisclosedRow): boolean => isMember(accessOf(access_level));
const isOfGroup = ({ access_level }: DisclosedRow): boolean =>
  accessOf(access_level).groupAccess !== undefined;

interface Sources extends Pick<Services, 'db'> {
  readonly past: Context['db'];
  readonly at: number;
  /** The rooms whose groups see earlier versions. */
  readonly rooms: ReadonlySet<number>;
}

async function addVersions(
  { db, past, at, rooms }: Sources,
  rows: readonly DisclosedRow[],
  found: Map<number, EarlierVersion[]>,
): Promise<void> {
  const folderIds = [...new Set(rows.flatMap(({ folder_id }) => folder_id ?? []))];
  const places = new Map((await listPlaces(past, folderIds)).map((place) => [place.id, place]));
  const ids = rows.map(({ id }) => id);
  const currentBefore = await listCurrentBefore(db, ids, at);
  const untilOf = new Map(currentBefore.map(({ file_id, number, until }) => [`${file_id} ${number}`, until]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { file_id, number, sha256, size, created_at } of await listVersionsThen(past, ids)) {
    const row = byId.get(file_id);
    const until = untilOf.get(`${file_id} ${number}`);
    // What had not been current was a draft.
    if (!row || until === undefined || number === row.version || until > at) continue;
    const place = places.get(row.folder_id ?? 0);
    const isShown = isOfMember(row)
      ? true
      : place !== undefined && rooms.has(place.root) && until > Math.max(place.publishedAt, row.published_at);
    if (!isShown) continue;
    const [since, replaced] = [new Date(created_at).toISOString(), new Date(until).toISOString()];
    const version = { version: number, sha256, size, since, until: replaced };
    found.set(file_id, [...(found.get(file_id) ?? []), version]);
  }
}
