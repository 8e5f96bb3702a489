import type { Context, Services } from '#server/app/context.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { groupIdsOf } from '#shared/policies/actor.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { toDisclosedResource } from './disclosed-resource.ts';
import type { DisclosedRow } from './disclosure-queries.ts';
import {
  type EarlierVersionRow,
  findGroupsWithVersions,
  listCurrentBefore,
  listPlaces,
  listRoomsOfGroups,
  listVersionsThen,
} from './earlier-version-queries.ts';

/** Below the limit of parameters of a statement on both engines. */
const FILES_AT_ONCE = 500;

/** A version other than the current one that the party could open at the instant of a certificate. */
export interface EarlierVersion {
  readonly version: number;
  readonly sha256: string;
  readonly size: number;
  /** When it was added, and when it was replaced; absent for a draft, which was not current yet. */
  readonly since: string;
  readonly until?: string;
  /** Present for one that was withdrawn. */
  readonly isWithdrawn?: true;
}

/**
 * Finds the other versions that a party could open at an instant, as the policies decide: of groups whose rules allow it, those
 * that had been shown to them; of members of folders, those replaced before and drafts; of owners and administrators, withdrawn
 * ones too. By file, in the order of numbers.
 */
export async function findEarlierVersions(
  { db }: Services,
  then: Context,
  { roomId, at, rows }: { roomId: number | null; at: number; rows: readonly DisclosedRow[] },
): Promise<ReadonlyMap<number, readonly EarlierVersion[]>> {
  const { actor, db: past } = then;
  const groupIds = await findGroupsWithVersions({ db }, groupIdsOf(actor), at);
  const rooms = new Set(await listRoomsOfGroups(past, [...groupIds]));
  const rightsOf = (row: DisclosedRow): Rights => {
    const resource = { ...toDisclosedResource(row, roomId), seesVersions: rooms.size > 0 };
    return {
      any: filePolicy.seeVersions(actor, resource),
      unpublished: filePolicy.seeUnpublishedVersions(actor, resource),
      withdrawn: filePolicy.seeWithdrawnVersions(actor, resource),
    };
  };
  const found = new Map<number, EarlierVersion[]>();
  const readable = rows.map((row) => ({ row, rights: rightsOf(row) })).filter(({ rights }) => rights.any);
  for (let start = 0; start < readable.length; start += FILES_AT_ONCE)
    await addVersions({ db, past, at, rooms }, readable.slice(start, start + FILES_AT_ONCE), found);
  return found;
}

/** The versions of a file that the party could open. */
interface Rights {
  readonly any: boolean;
  readonly unpublished: boolean;
  readonly withdrawn: boolean;
}

interface Sources extends Pick<Services, 'db'> {
  readonly past: Context['db'];
  readonly at: number;
  /** The rooms whose groups see earlier versions. */
  readonly rooms: ReadonlySet<number>;
}

async function addVersions(
  { db, past, at, rooms }: Sources,
  readable: readonly { row: DisclosedRow; rights: Rights }[],
  found: Map<number, EarlierVersion[]>,
): Promise<void> {
  const folderIds = [...new Set(readable.flatMap(({ row }) => row.folder_id ?? []))];
  const places = new Map((await listPlaces(past, folderIds)).map((place) => [place.id, place]));
  const ids = readable.map(({ row }) => row.id);
  const currentBefore = await listCurrentBefore(db, ids, at);
  const untilOf = new Map(currentBefore.map(({ file_id, number, until }) => [`${file_id} ${number}`, until]));
  const byId = new Map(readable.map((each) => [each.row.id, each]));
  for (const version of await listVersionsThen(past, ids)) {
    const { file_id, number, withdrawn_at } = version;
    const { row, rights } = byId.get(file_id) ?? {};
    if (!row || !rights || number === row.version) continue;
    // What had not been current was a draft.
    const until = untilOf.get(`${file_id} ${number}`);
    const place = places.get(row.folder_id ?? 0);
    const wasShown =
      until !== undefined &&
      place !== undefined &&
      rooms.has(place.root) &&
      until > Math.max(place.publishedAt, row.published_at);
    if (until !== undefined && until > at) continue;
    if (!rights.unpublished && !wasShown) continue;
    if (withdrawn_at !== null && !rights.withdrawn) continue;
    found.set(file_id, [...(found.get(file_id) ?? []), present(version, until)]);
  }
}

const present = (
  { number, sha256, size, created_at, withdrawn_at }: EarlierVersionRow,
  until: number | undefined,
): EarlierVersion => ({
  version: number,
  sha256,
  size,
  since: isoInstant(created_at),
  ...(until !== undefined && { until: isoInstant(until) }),
  ...(withdrawn_at !== null && { isWithdrawn: true }),
});
