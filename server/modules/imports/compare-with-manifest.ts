import type { Context } from '#server/app/context.ts';
import type { LoadedImport } from '#server/authorization/imports/load-import.ts';
import { nameProblem } from '#shared/domain/entry-name.ts';
import type { Candidate } from './list-candidates.ts';
import { folderKey, type Plan, type PlannedFile } from './plan-entries.ts';
import {
  type ImportedLevel,
  type Manifest,
  type ManifestLine,
  manifestKeyOf,
  readManifest,
} from './read-manifest.ts';
import type { ReportWriter } from './report.ts';
import type { StoredFile } from './store-entries.ts';

const MAX_MANIFEST_LINES = 100_000;

/** Gives groups of rooms access to imported files; rooms are a later module. */
export interface ManifestLevels {
  /** Returns the ids of the groups of the folder's room by name, or why levels cannot be set. */
  findGroups(
    ctx: Context,
    folderId: number,
  ): Promise<ReadonlyMap<string, number> | { readonly refused: string }>;
  /** Sets levels of files by group id, inside the transaction that adds them. */
  setLevels(
    ctx: Context,
    folderId: number,
    files: readonly { fileId: number; levels: Readonly<Record<number, ImportedLevel>> }[],
  ): Promise<void>;
}

/** A file with its place in the import. */
export interface ArrangedFile {
  readonly path: string;
  readonly stored: StoredFile;
  /** Levels by group id. */
  readonly levels: Readonly<Record<number, string>> | undefined;
}

interface Comparison {
  /** The hash that the manifest states for a file. */
  expectedHash(file: PlannedFile): string | undefined;
  /** Puts files in the order of the manifest, with the names and levels that it states. */
  arrange(stored: readonly StoredFile[]): ArrangedFile[];
}

/** Compares what is imported with the manifest, if there is one, and reports what is missing and what is extra. */
export async function compareWithManifest(
  ctx: Context,
  { folder }: LoadedImport,
  {
    manifest: source,
    plan,
    levels,
    report,
  }: { manifest: Candidate | undefined; plan: Plan; levels: ManifestLevels; report: ReportWriter },
): Promise<Comparison> {
  const manifest = source && (await loadManifest(ctx, source, report));
  if (!source || !manifest)
    return { expectedHash: () => undefined, arrange: (stored) => stored.map(unchanged) };
  const keys = new Map(plan.files.map((file) => [manifestKeyOf(folderKey(file.names)), file]));
  for (const [key, { path }] of manifest.lines)
    if (!keys.has(key)) report.add('missing', path, 'the manifest lists it, but it is not there');
  for (const [key, { names }] of keys)
    if (!manifest.lines.has(key)) report.add('extra', folderKey(names), 'the manifest does not list it');
  const groups = await findGroups(ctx, folder.id, { manifest, source, levels, report });
  const lineOf = ({ names }: PlannedFile) => manifest.lines.get(manifestKeyOf(folderKey(names)));
  return {
    expectedHash: (file) => lineOf(file)?.sha256 || undefined,
    arrange: (stored) => arrange(stored, lineOf, groups, report),
  };
}

const unchanged = (stored: StoredFile): ArrangedFile => ({
  path: folderKey(stored.file.names),
  stored,
  levels: undefined,
});

async function loadManifest(
  ctx: Context,
  source: Candidate,
  report: ReportWriter,
): Promise<Manifest | undefined> {
  const table = await ctx.documents.tables.read('csv', () => source.open(), { maxRows: MAX_MANIFEST_LINES });
  if ('problem' in table) {
    const isLong = table.problem === 'too-many-rows';
    const reason = isLong ? `it has more than ${MAX_MANIFEST_LINES} lines` : 'it cannot be read';
    report.add('manifest', source.path, reason);
    return undefined;
  }
  const manifest = readManifest(table.rows);
  for (const { line, reason } of manifest.problems)
    report.add('manifest', source.path, `line ${line}: ${reason}`);
  return manifest.lines.size === 0 ? undefined : manifest;
}

async function findGroups(
  ctx: Context,
  folderId: number,
  {
    manifest,
    source,
    levels,
    report,
  }: { manifest: Manifest; source: Candidate; levels: ManifestLevels; report: ReportWriter },
): Promise<ReadonlyMap<string, number>> {
  if (manifest.groups.length === 0) return new Map();
  const found = await levels.findGroups(ctx, folderId);
  if ('refused' in found) {
    report.add('manifest', source.path, found.refused);
    return new Map();
  }
  const byKey = new Map([...found].map(([name, id]) => [name.toLowerCase(), id]));
  const groups = new Map<string, number>();
  for (const name of manifest.groups) {
    const id = byKey.get(name.toLowerCase());
    if (id === undefined) report.add('manifest', source.path, `there is no group “${name}”`);
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
  const collator = new Intl.Collator('en', { numeric: true });
  const lines = stored.map((file) => ({ file, line: lineOf(file.file) }));
  // A stable sort: files without a number keep their order after those with one.
  const sorted = lines.toSorted((one, other) => {
    const [first, second] = [one.line?.number ?? '', other.line?.number ?? ''];
    if (first === '' || second === '') return Number(first === '') - Number(second === '');
    return collator.compare(first, second);
  });
  return sorted.map(({ file, line }) => {
    const { names } = file.file;
    const levels = Object.fromEntries(
      [...(line?.levels ?? [])].flatMap(([group, level]) => {
        const id = groups.get(group);
        return id === undefined ? [] : [[id, level]];
      }),
    );
    return {
      path: folderKey([...names.slice(0, -1), nameOf(names, line, report)]),
      stored: file,
      levels: Object.keys(levels).length === 0 ? undefined : levels,
    };
  });
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
