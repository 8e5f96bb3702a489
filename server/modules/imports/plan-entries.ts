import type { Context } from '#server/app/context.ts';
import type { LoadedImport } from '#server/authorization/imports/load-import.ts';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { maxUploadBytes } from '#server/modules/files/upload/store-upload.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import { isReservedByWindows, parseEntryPath, similarityKeyOf } from './entry-path.ts';
import { findExistingFolders } from './find-existing-folders.ts';
import type { Candidate } from './list-candidates.ts';
import type { ReportWriter } from './report.ts';
import { countFilesByFolder } from './tree-queries.ts';

/** A file to import, with the names of its folders and its own. */
export interface PlannedFile {
  readonly names: readonly string[];
  readonly candidate: Candidate;
}

export interface Plan {
  readonly files: readonly PlannedFile[];
  /** The folders that are needed, each after the one that it is in, by `folderKey`. */
  readonly folders: ReadonlyMap<string, readonly string[]>;
}

/** Returns the key of a folder in an import: names contain no slash. */
export const folderKey = (names: readonly string[]): string => names.join('/');

/** Decides by paths and sizes alone what is imported, and reports the rest. */
export async function planEntries(
  ctx: Context,
  { folder }: LoadedImport,
  candidates: readonly Candidate[],
  report: ReportWriter,
): Promise<Plan> {
  const largest = await maxUploadBytes(ctx);
  const files: PlannedFile[] = [];
  const folders = new Map<string, readonly string[]>();
  const seen = new Set<string>();
  const yieldIfDue = createEventLoopYield();
  for (const candidate of candidates) {
    await yieldIfDue();
    const parsed = parseEntryPath(candidate.path, folder.depth);
    const problem =
      'problem' in parsed ? parsed.problem : (candidate.problem ?? sizeProblem(candidate, largest));
    if ('problem' in parsed || problem !== undefined) {
      report.add('left-out', candidate.path, problem ?? '');
      continue;
    }
    addFolders(folders, parsed.isFolder ? parsed.names : parsed.names.slice(0, -1));
    if (parsed.isFolder) continue;
    reportNames(parsed.names, seen, report);
    files.push({ names: parsed.names, candidate });
  }
  reportSimilarFolders(folders, report);
  return { files: await withinFolderLimits(ctx, folder.id, files, report), folders };
}

const sizeProblem = ({ size }: Candidate, largest: number): string | undefined =>
  size > largest ? `it is larger than the limit of ${Math.floor(largest / 1024 ** 2)} MB` : undefined;

function addFolders(folders: Map<string, readonly string[]>, names: readonly string[]): void {
  for (let depth = 1; depth <= names.length; depth += 1) {
    const above = names.slice(0, depth);
    folders.set(folderKey(above), above);
  }
}

function reportNames(names: readonly string[], seen: Set<string>, report: ReportWriter): void {
  const key = similarityKeyOf(names);
  if (seen.has(key)) report.add('name', folderKey(names), 'another entry has a similar name');
  seen.add(key);
  if (names.some(isReservedByWindows))
    report.add('name', folderKey(names), 'Windows cannot store a file of this name');
}

function reportSimilarFolders(folders: ReadonlyMap<string, readonly string[]>, report: ReportWriter): void {
  const seen = new Set<string>();
  for (const [path, names] of folders) {
    const key = similarityKeyOf(names);
    if (seen.has(key)) report.add('name', path, 'another entry has a similar name');
    seen.add(key);
  }
}

/** Leaves out the files for which their folder has no room, counting those that it has already. */
async function withinFolderLimits(
  ctx: Context,
  targetId: number,
  files: readonly PlannedFile[],
  report: ReportWriter,
): Promise<PlannedFile[]> {
  const { maxFilesPerFolder } = await loadSettings(ctx);
  const paths = new Map(files.map(({ names }) => [folderKey(names.slice(0, -1)), names.slice(0, -1)]));
  const existing = await findExistingFolders(ctx, targetId, paths.values());
  const counts = await countFilesByFolder(ctx.db, [...existing.values()]);
  const filled = new Map<string, number>();
  return files.filter(({ names }) => {
    const key = folderKey(names.slice(0, -1));
    const id = existing.get(key);
    const count = filled.get(key) ?? (id === undefined ? 0 : (counts.get(id) ?? 0));
    if (count >= maxFilesPerFolder) {
      report.add('left-out', folderKey(names), `its folder can contain at most ${maxFilesPerFolder} files`);
      return false;
    }
    filled.set(key, count + 1);
    return true;
  });
}
