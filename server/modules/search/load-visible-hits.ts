import type { Context } from '#server/app/context.ts';
import { findAncestorNamesOfFiles } from '#server/authorization/groups/ancestor-names.ts';
import { loadVisibleFiles, toFileResource } from '#server/authorization/load-file.ts';
import { hasAccessByFile } from '#server/authorization/visible-to.ts';
import type { Hit } from '#server/engines/search/search-engine.ts';
import { isWithheld } from '#shared/domain/scans/scan-states.ts';
import { filePolicy } from '#shared/policies/files.ts';
import type { VisibleHit } from './presenter.ts';
import { createStaleTextTest } from './stale-text-queries.ts';

/**
 * Checks each hit against the database again, because the index may lag behind it. Passages of a text that is no longer
 * that of the file, or of one that is withheld because of a virus scan, are left out.
 */
export async function loadVisibleHits(ctx: Context, hits: readonly Hit[]): Promise<readonly VisibleHit[]> {
  const ids = [...new Set(hits.map((hit) => hit.documentId))];
  const files = await loadVisibleFiles(ctx, ids);
  const visible = new Map(files.map((file) => [file.id, file]));
  const outside = hasAccessByFile(ctx.actor) ? files.filter(({ folder_id }) => folder_id === null) : [];
  const namesAbove = await findAncestorNamesOfFiles(
    ctx,
    outside.map(({ id }) => id),
  );
  // This follows the reading of the files: a version that became current since makes its file stale.
  const isStale = await createStaleTextTest(ctx.db, ids);
  return hits.flatMap((hit) => {
    const file = visible.get(hit.documentId);
    const isPassage = hit.chunk.end > hit.chunk.start;
    if (!file || (isPassage && (isStale(hit) || isWithheld(file.scan_state)))) return [];
    const canDownload = filePolicy.download(ctx.actor, toFileResource(file));
    const version = file.version > 1 ? { version: file.version } : {};
    const place = file.folder_id === null ? namesAbove(file.id) : { folderId: file.folder_id };
    return [{ ...hit, fileName: file.name, canDownload, ...place, ...version }];
  });
}
