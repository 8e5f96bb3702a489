import type { Context } from '#server/app/context.ts';
import type { LoadedImport } from '#server/authorization/imports/load-import.ts';
import { nameProblem } from '#shared/domain/entry-name.ts';
import { findExistingFolders } from './find-existing-folders.ts';
import type { LoadedManifest } from './load-manifest.ts';
import { folderKey, type Plan, type PlannedFile } from './plan-entries.ts';
import { type ImportedLevel, type ManifestLine, manifestKeyOf } from './read-manifest.ts';
import type { ReportWriter } from './report.ts';
import type { StoredFile } from './store-entries.ts';

/** Gives groups of rooms access to imported files; rooms are a later module. */
export interface ManifestLevels {
  /** Returns the ids of the groups of the folder's room by name, or why levels cannot be set. */
  findGroups(
    ctx: Context,
    folderId: number,
  ): Promise<ReadonlyMap<string, number> | { readonly refused: string }>;
  /** Sets levels of files or folders by group id, inside the transaction that adds them. */
  setLevels(
    ctx: Context,
    folderId: number,
    kind: 'folder' | 'file',
    entries: readonly { id: number; levels: Readonly<Record<number, ImportedLevel>> }[],
  ): Promise<void>;
}

/** A file with its place in the import. */
export interface ArrangedFile {
  readonly path: string;
  readonly stored: StoredFile;
  /** Levels by group id. */
  readonly levels: Readonly<Record<number, string>> | undefined;
}

/** A folder with its levels by group id. */
export interface ArrangedFolder {
  readonly path: string;
  readonly levels: Readonly<Record<number, string>> | undefined;
}

interface Comparison {
  /** The hash that the manifest states for a file. */
  expectedHash(file: PlannedFile): string | undefined;
  /** Puts files in the order of the manifest, with the names and levels that it states. */
  arrange(stored: readonly StoredFile[]): ArrangedFile[];
  /** Puts folders in the order of the manifest, or of the first arranged file in them. */
  arrangeFolders(files: readonly ArrangedFile[]): Promise<ArrangedFolder[]>;
}

/** Compares what is imported with the manifest, if there is one, and reports what is missing and what is extra. */
export async function compareWithManifest(
  ctx: Context,
  { folder }: LoadedImport,
  {
    manifest,
    plan,
    levels,
    report,
  }: { manifest: LoadedManifest | undefined; plan: Plan; levels: ManifestLevels; report: ReportWriter },
): Promise<Comparison> {
  const paths = [...plan.folders.keys()];
  if (!manifest)
    return {
      expectedHash: () => undefined,
      arrange: (stored) => stored.map(unchanged),
      arrangeFolders: async () => paths.map((path) => ({ path, levels: undefined })),
    };
  const folders = new Set(paths.map(manifestKeyOf));
  const keys = new Map(plan.files.map((file) => [manifestKeyOf(folderKey(file.names)), file]));
  for (const [key, { path }] of manifest.lines)
    if (!keys.has(key) && !folders.has(key))
      report.add('missing', path, 'the manifest lists it, but it is not there');
  for (const [key, { names }] of keys)
    if (!manifest.lines.has(key) && folderKey(names) !== manifest.source)
      report.add('extra', folderKey(names), 'the manifest does not list it');
  const groups = await findGroups(ctx, folder.id, { manifest, levels, report });
  const lineOf = ({ names }: PlannedFile) => manifest.lines.get(manifestKeyOf(folderKey(names)));
  return {
    expectedHash: (file) => lineOf(file)?.sha256 || undefined,
    arrange: (stored) => arrange(stored, lineOf, groups, report),
    async arrangeFolders(files) {
      const existing = await findExistingFolders(ctx, folder.id, plan.folders.values());
      return arrangeFolders(paths, files, {
        lineOf: (path) => manifest.lines.get(manifestKeyOf(path)),
        levelsOf(path, line) {
          const found = levelsOf(line, groups);
          if (found === undefined || !existing.has(path)) return found;
          report.add('manifest', path, 'the folder exists already and keeps its access levels');
          return undefined;
        },
      });
    },
  };
}

const unchanged = (stored: StoredFile): ArrangedFile => ({
  path: folderKey(stored.file.names),
  stored,
  levels: undefined,
});

async function findGroups(
  ctx: Context,
  folderId: number,
  { manifest, levels, report }: { manifest: LoadedManifest; levels: ManifestLevels; report: ReportWriter },
): Promise<ReadonlyMap<string, number>> {
  if (manifest.groups.length === 0) return new Map();
  const found = await levels.findGroups(ctx, folderId);
  if ('refused' in found) {
    report.add('manifest', manifest.source, found.refused);
    return new Map();
  }
  const byKey = new Map([...found].map(([name, id]) => [name.toLowerCase(), id]));
  const groups = new Map<string, number>();
  for (const name of manifest.groups) {
    const id = byKey.get(name.toLowerCase());
    if (id === undefined) report.add('manifest', manifest.source, `there is no group “${name}”`);
    else groups.set(name, id);
  }
  return groups;
}

function arrange(
  stored: readonly StoredFile[],
  lineOf: (file: PlannedFile) => ManifestLine | undefined,
  groups: ReadonlyMap<string, number>,
  report: ReportWriter,
): ArrangedFile[] {
  const lines = stored.map((file) => ({ file, line: lineOf(file.file) }));
  // A stable sort: files without a number keep their order after those with one.
  const sorted = lines.toSorted((one, other) => compareNumbers(one.line?.number, other.line?.number));
  return sorted.map(({ file, line }) => {
    const { names } = file.file;
    return {
      path: folderKey([...names.slice(0, -1), nameOf(names, line, report)]),
      stored: file,
      levels: levelsOf(line, groups),
    };
  });
}

const collator = new Intl.Collator('en', { numeric: true });

/** Compares index numbers such as 1.9 and 1.10; those without one come last. */
function compareNumbers(first = '', second = ''): number {
  if (first === '' || second === '') return Number(first === '') - Number(second === '');
  return collator.compare(first, second);
}

/** Returns the levels that a line states, by group id. */
function levelsOf(
  line: ManifestLine | undefined,
  groups: ReadonlyMap<string, number>,
): Readonly<Record<number, string>> | undefined {
  const levels = [...(line?.levels ?? [])].flatMap(([group, level]) => {
    const id = groups.get(group);
    return id === undefined ? [] : [[id, level] as const];
  });
  return levels.length === 0 ? undefined : Object.fromEntries(levels);
}

function arrangeFolders(
  paths: readonly string[],
  files: readonly ArrangedFile[],
  of: {
    lineOf(path: string): ManifestLine | undefined;
    levelsOf(path: string, line: ManifestLine | undefined): ArrangedFolder['levels'];
  },
): ArrangedFolder[] {
  // The files are in the order of their numbers.
  const firstFile = new Map<string, number>();
  files.forEach(({ path }, position) => {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const above = path.slice(0, end);
      if (!firstFile.has(above)) firstFile.set(above, position);
    }
  });
  const lines = new Map(paths.map((path) => [path, of.lineOf(path)]));
  return paths
    .toSorted(
      (one, other) =>
        compareNumbers(lines.get(one)?.number, lines.get(other)?.number) ||
        (firstFile.get(one) ?? files.length) - (firstFile.get(other) ?? files.length),
    )
    .map((path) => ({ path, levels: of.levelsOf(path, lines.get(path)) }));
}

function nameOf(names: readonly string[], line: ManifestLine | undefined, report: ReportWriter): string {
  const own = names.at(-1) ?? '';
  const wanted = line?.name.normalize('NFC') ?? '';
  if (wanted === '') return own;
  const extension = /\.[^.]{1,10}$/.exec(own)?.[0] ?? '';
  const named = wanted.toLowerCase().endsWith(extension.toLowerCase()) ? wanted : `${wanted}${extension}`;
  const problem = nameProblem(named, 'the name is empty');
  if (problem === null) return named;
  report.add('manifest', folderKey(names), problem);
  return own;
}
