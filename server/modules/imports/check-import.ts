import { type Context, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { type ImportRow, type LoadedImport, loadImport } from '#server/authorization/imports/load-import.ts';
import type { JobRights } from '#server/authorization/job-rights.ts';
import { asUser } from '#server/authorization/reload-actor.ts';
import { enforceMaintenanceMode } from '#server/modules/settings/enforce-maintenance-mode.ts';
import type { ImportReport } from '#shared/contracts/imports/imports.ts';
import {
  type ArrangedFile,
  type ArrangedFolder,
  compareWithManifest,
  type ManifestLevels,
} from './compare-with-manifest.ts';
import { findExistingFolders } from './find-existing-folders.ts';
import { holdUnpackedBytes } from './hold-bytes.ts';
import { listCandidates } from './list-candidates.ts';
import { loadManifest } from './load-manifest.ts';
import { folderKey, planEntries } from './plan-entries.ts';
import { findImport, insertEntries, removeEntries, setState } from './queries.ts';
import { createReportWriter, type ReportWriter } from './report.ts';
import { type StoredFile, storeEntries } from './store-entries.ts';

/**
 * Unpacks an import and reports on it; nothing is visible in the folder yet. Begins anew after a crash: what an earlier run
 * stored is removed by the maintenance.
 */
export async function checkImport(
  system: Context,
  { importId, ...rights }: { importId: number } & JobRights,
  { levels, signal }: { levels: ManifestLevels; signal: AbortSignal },
): Promise<void> {
  const row = await beginAnew(system, importId);
  if (!row) return;
  try {
    const ctx = await asUser(system, row.creator_id, rights);
    await enforceMaintenanceMode(ctx);
    await check(ctx, await loadImport(ctx, importId), { levels, signal });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await setState(system.db, importId, ['checking'], { state: 'failed', error: error.message });
  }
}

/**
 * Removes what an earlier run noted, unless another worker has just finished the check; its row is locked, so that it waits with
 * that.
 */
const beginAnew = (system: Context, importId: number): Promise<ImportRow | undefined> =>
  transaction(system, async ({ db }) => {
    if (!(await setState(db, importId, ['checking'], { state: 'checking' }))) return undefined;
    await removeEntries(db, importId);
    return findImport(db, importId);
  });

async function check(
  ctx: Context,
  loaded: LoadedImport,
  { levels, signal }: { levels: ManifestLevels; signal: AbortSignal },
): Promise<void> {
  const report = createReportWriter();
  const { entries: documents, manifest: source, otherSheets } = await listCandidates(ctx, loaded);
  for (const { path } of otherSheets)
    report.add('manifest', path, `imported as a document: only one index sheet is read, ${source?.path}`);
  const manifest = source && (await loadManifest(ctx, source, report));
  // A sheet that describes nothing is a document like the others.
  const isDocument = source !== undefined && manifest === undefined && !documents.includes(source);
  const entries = isDocument ? [...documents, source] : documents;
  const plan = await planEntries(ctx, loaded, entries, report);
  const comparison = await compareWithManifest(ctx, loaded, { manifest, plan, levels, report });
  const { expectedHash } = comparison;
  await holdUnpackedBytes(ctx, { importId: loaded.id, creatorId: loaded.creator_id }, plan.files);
  const stored = await storeEntries(ctx, plan.files, { importId: loaded.id, report, signal, expectedHash });
  if (!stored) return;
  reportDuplicates(stored, report);
  const files = comparison.arrange(stored);
  const existing = await findExistingFolders(ctx, loaded.folder.id, plan.folders.values());
  const created = [...plan.folders.keys()].filter((path) => !existing.has(path)).length;
  const totals = { folders: created, files: files.length, bytes: sumBytes(stored) };
  const folders = await comparison.arrangeFolders(files);
  await finishCheck(ctx, loaded.id, { folders, files }, report.finish(totals));
}

function finishCheck(
  ctx: Context,
  importId: number,
  { folders, files }: { folders: readonly ArrangedFolder[]; files: readonly ArrangedFile[] },
  report: ImportReport,
): Promise<void> {
  const folderRows = folders.map(({ path, levels }, position) => ({
    import_id: importId,
    position,
    path,
    blob_key: null,
    size: 0,
    levels: levels === undefined ? null : JSON.stringify(levels),
  }));
  const fileRows = files.map(({ path, stored: { blob }, levels }, index) => ({
    import_id: importId,
    position: folderRows.length + index,
    path,
    blob_key: blob.key,
    size: blob.size,
    levels: levels === undefined ? null : JSON.stringify(levels),
  }));
  return transaction(ctx, async ({ db }) => {
    const isHere = await setState(db, importId, ['checking'], {
      state: 'checked',
      report: JSON.stringify(report),
    });
    if (isHere) await insertEntries(db, [...folderRows, ...fileRows]);
  });
}

function reportDuplicates(stored: readonly StoredFile[], report: ReportWriter): void {
  const paths = new Map<string, string>();
  for (const { file, blob } of stored) {
    const path = folderKey(file.names);
    const first = paths.get(blob.sha256);
    if (first === undefined) paths.set(blob.sha256, path);
    // Empty files are reported as such.
    else if (blob.size > 0) report.add('duplicate', path, `the same content as ${first}`);
  }
}

const sumBytes = (stored: readonly StoredFile[]): number =>
  stored.reduce((sum, { blob }) => sum + blob.size, 0);
