import type { GroupLevel } from '#shared/policies/actor.ts';
import { similarityKeyOf } from './entry-path.ts';

export type ImportedLevel = GroupLevel | 'none';

/** A line of the manifest: what is said about one file or folder. */
export interface ManifestLine {
  /** The line in the sheet, the first being 1. */
  readonly line: number;
  readonly path: string;
  readonly number: string;
  readonly name: string;
  /** Hex in lower case; empty if not stated. */
  readonly sha256: string;
  /** Levels by the name of the group as the sheet has it. */
  readonly levels: ReadonlyMap<string, ImportedLevel>;
}

export interface Manifest {
  /** By the key of `manifestKeyOf`. */
  readonly lines: ReadonlyMap<string, ManifestLine>;
  /** The columns that name groups. */
  readonly groups: readonly string[];
  readonly problems: readonly { line: number; reason: string }[];
}

/**
 * The names that data rooms give the columns of their index sheets, without case, spaces and punctuation; the first that is found
 * counts.
 */
const COLUMNS = {
  path: ['path', 'filepath', 'documentpath', 'fullpath', 'location', 'filename', 'file'],
  number: ['number', 'index', 'indexnumber', 'indexpoint', 'indexno', 'no', 'nr', 'point'],
  name: ['name', 'title', 'documenttitle', 'documentname', 'displayname'],
  sha256: ['sha256', 'sha256hash', 'hash', 'checksum'],
} as const;
/** A header may follow a title and a date. */
const MAX_HEADER_ROWS = 10;
const LEVELS: readonly string[] = ['none', 'view', 'download', 'original'] satisfies ImportedLevel[];

/** Lines may spell a path with backslashes, another case or another form of Unicode. */
export const manifestKeyOf = (path: string): string =>
  similarityKeyOf(
    path
      .replaceAll('\\', '/')
      .split('/')
      .filter((name) => name !== '' && name !== '.'),
  );

const columnName = (cell: string): string => cell.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

function columnOf(header: readonly string[], names: readonly string[]): number {
  const cells = header.map((cell) => (cell === '#' ? 'number' : cell === '' ? undefined : columnName(cell)));
  const found = names.map((name) => cells.indexOf(name)).find((index) => index !== -1);
  return found ?? -1;
}

/**
 * Reads the rows of a manifest or of another data room's index sheet: a header with a path and, if wanted, a number, a name and a
 * hash. Every other column in which there is a level is a group with the level of the file or folder.
 */
export function readManifest(rows: readonly (readonly string[])[]): Manifest {
  const headerAt = rows.slice(0, MAX_HEADER_ROWS).findIndex((row) => columnOf(row, COLUMNS.path) !== -1);
  const header = (rows[headerAt] ?? []).map((cell) => cell.trim());
  if (headerAt === -1)
    return { lines: new Map(), groups: [], problems: [{ line: 1, reason: 'there is no column “path”' }] };
  const at = Object.fromEntries(
    Object.entries(COLUMNS).map(([column, names]) => [column, columnOf(header, names)]),
  );
  const below = rows.slice(headerAt + 1);
  const known = new Set(Object.values(at));
  const levelIn = (row: readonly string[], index: number): string => (row[index] ?? '').trim().toLowerCase();
  const groupColumns = header.flatMap((name, index) =>
    known.has(index) || name === '' || !below.some((row) => LEVELS.includes(levelIn(row, index)))
      ? []
      : [{ name, index }],
  );
  const lines = new Map<string, ManifestLine>();
  const problems: { line: number; reason: string }[] = [];
  below.forEach((row, index) => {
    const line = headerAt + index + 2;
    const cell = (name: keyof typeof COLUMNS): string => row[at[name] ?? -1]?.trim() ?? '';
    const path = cell('path');
    if (path === '') return;
    const key = manifestKeyOf(path);
    if (lines.has(key)) problems.push({ line, reason: `“${path}” is listed twice` });
    const levels = new Map<string, ImportedLevel>();
    for (const column of groupColumns) {
      const level = levelIn(row, column.index);
      if (LEVELS.includes(level))
        levels.set(column.name, level as ImportedLevel); // one of them, as just checked
      else if (level !== '') problems.push({ line, reason: `“${level}” is not an access level` });
    }
    lines.set(key, {
      line,
      path,
      number: cell('number'),
      name: cell('name'),
      sha256: cell('sha256').toLowerCase(),
      levels,
    });
  });
  return { lines, groups: groupColumns.map(({ name }) => name), problems };
}
