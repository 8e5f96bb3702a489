import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { type LoadedFile, loadFile } from '#server/authorization/load-file.ts';
import type { Cell } from '#server/engines/archives/archives.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { listPagesAfter } from './file-views-queries.ts';
import { presentViewerName } from './present-viewer-name.ts';

const BATCH_SIZE = 500;

/** Exports a header row and a row for each page of each view, oldest first, in batches. */
export async function exportFileViews(
  ctx: Context,
  fileId: number,
): Promise<{ file: LoadedFile; rows: AsyncIterable<Cell[][]> }> {
  const file = await loadFile(ctx, fileId, 'seeViews');
  await audit(ctx, { action: 'file.views-export', object: { kind: 'file', id: file.id, name: file.name } });
  return { file, rows: listRows(ctx, file) };
}

async function* listRows({ db }: Context, file: LoadedFile): AsyncGenerator<Cell[][]> {
  yield [['Viewed by', 'Viewed at', 'Page', 'Seconds in view']];
  let after = { viewId: 0, page: 0 };
  for (;;) {
    const rows = await listPagesAfter(db, file, after, BATCH_SIZE);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => [
      presentViewerName(row).username,
      isoInstant(row.viewed_at),
      row.page ?? '',
      row.ms === null ? '' : row.ms / 1000,
    ]);
    if (rows.length < BATCH_SIZE) return;
    after = { viewId: last.id, page: last.page ?? 0 };
  }
}
