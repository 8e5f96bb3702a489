import type { GroupLevel } from '#shared/policies/actor.ts';
import { similarityKeyOf } from './entry-path.ts';

export type ImportedLevel = GroupLevel | 'none';

/** A line of the manifest: what is said about one file. */
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

const COLUMNS = ['path', 'number', 'name', 'sha256'] as const;
const LEVELS: readonly string[] = ['none', 'view', 'download', 'original'] satisfies ImportedLevel[];

/** Lines may spell a path with backslashes, another case or another form of Unicode. */
export const manifestKeyOf = (path: string): string =>
  similarityKeyOf(
    path
      .replaceAll('\\', '/')
      .split('/')
      .filter((name) => name !== '' && name !== '.'),
  );

/**
 * Reads the rows of a manifest: a header with `path` and, if wanted, `number`, `name` and `sha256`; every other column is
 * a group with the level of the file.
 */
export function readManifest(rows: readonly (readonly string[])[]): Manifest {
  const header = (rows[0] ?? []).map((cell) => cell.trim());
  const columnOf = (name: string): number =>
    header.findIndex((cell) => cell.toLowerCase().replaceAll(/[ _-]/g, '') === name);
  const at = Object.fromEntries(COLUMNS.map((name) => [name, columnOf(name)]));
  if (at['path'] === -1)
    return { lines: new Map(), groups: [], problems: [{ line: 1, reason: 'there is no column “path”' }] };
  const known = new Set(Object.values(at));
  const groupColumns = header.flatMap((name, index) =>
    known.has(index) || name === '' ? [] : [{ name, index }],
  );
  const lines = new Map<string, ManifestLine>();
  const problems: { line: number; reason: string }[] = [];
  rows.slice(1).forEach((row, index) => {
    const line = index + 2;
    const cell = (name: (typeof COLUMNS)[number]): string => row[at[name] ?? -1]?.trim() ?? '';
    const path = cell('path');
    if (path === '') return;
    const key = manifestKeyOf(path);
    if (lines.has(key)) problems.push({ line, reason: `“${path}” is listed twice` });
    const levels = new Map<string, ImportedLevel>();
    for (const column of groupColumns) {
      const level = (row[column.index] ?? '').trim().toLowerCase();
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
