import type { Services } from '#server/app/context.ts';
import type { Party } from '#server/authorization/history/as-party.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { type DisclosedRow, listOpened, type OpenedRow } from './disclosure-queries.ts';
import type { EarlierVersion } from './earlier-versions.ts';

/** Bounds what a statement reads. */
const FILES_AT_ONCE = 5_000;

/** Reading of a party: what it did with one version of a document until the instant of a certificate. */
export interface Opened {
  readonly firstAt: string;
  readonly times: number;
  readonly pages: number;
  readonly seconds: number;
}

/** The part of a document of a certificate that says what was opened; a version alone has the hash that it names. */
export interface OpenedVersions {
  /** Absent where the room names no person who reads in it. */
  readonly opened?: Opened | null;
  readonly earlier?: readonly (EarlierVersion & Pick<OpenedVersions, 'opened'>)[];
  /** Versions that the party opened while they were current, and could not open any more; absent without any. */
  readonly openedBefore?: { readonly firstAt: string; readonly times: number };
}

/** Reads what a party had opened of documents, which are in the order of ids. */
export async function readOpened(
  { db }: Pick<Services, 'db'>,
  party: Party,
  { at, rows }: { at: number; rows: readonly DisclosedRow[] },
): Promise<ReadonlyMap<number, readonly OpenedRow[]>> {
  const found = new Map<number, OpenedRow[]>();
  for (let start = 0; start < rows.length; start += FILES_AT_ONCE) {
    const some = rows.slice(start, start + FILES_AT_ONCE);
    const range = { first: some[0]?.id ?? 0, last: some.at(-1)?.id ?? 0 };
    for (const row of await listOpened(db, party, { at, ...range }))
      found.set(row.file_id, [...(found.get(row.file_id) ?? []), row]);
  }
  return found;
}

const present = (row: OpenedRow | undefined): Opened | null =>
  row
    ? {
        firstAt: isoInstant(row.first_at),
        times: row.views,
        pages: row.pages,
        seconds: Math.round(row.ms / 1000),
      }
    : null;

/** Gives each version of a document what was opened of it; nothing of it without `opened`. */
export function presentOpened(
  version: number,
  earlier: readonly EarlierVersion[] | undefined,
  opened: readonly OpenedRow[] | undefined,
): OpenedVersions {
  if (!opened) return earlier ? { earlier } : {};
  const of = (number: number) => present(opened.find((row) => row.version === number));
  const named = new Set([version, ...(earlier ?? []).map((each) => each.version)]);
  const others = opened.filter((row) => !named.has(row.version));
  return {
    opened: of(version),
    ...(earlier && { earlier: earlier.map((each) => ({ ...each, opened: of(each.version) })) }),
    ...(others.length > 0 && {
      openedBefore: {
        firstAt: isoInstant(Math.min(...others.map((row) => row.first_at))),
        times: others.reduce((sum, row) => sum + row.views, 0),
      },
    }),
  };
}
