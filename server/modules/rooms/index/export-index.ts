import { Readable } from 'node:stream';
import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadGroup, loadRoom, ROOM_NOT_FOUND } from '#server/authorization/groups/load-room.ts';
import { loadRequestList } from '#server/authorization/requests/load-request.ts';
import { spreadsheet } from '#server/engines/archives/archives.ts';
import type { IndexFormat } from '#shared/contracts/rooms/room-index.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { cellsOf, headings } from './index-cells.ts';
import { type IndexLine, listIndex } from './list-index.ts';
import { createHtmlStream } from './write-html.ts';

/** A PDF is made in memory. */
const MAX_PDF_LINES = 20_000;

const MEDIA_TYPES: Readonly<Record<IndexFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  html: 'text/html; charset=utf-8',
};

interface IndexReader {
  /** The context whose access decides what is listed. */
  readonly ctx: Context;
  readonly isStaff: boolean;
  /** Groups do not learn the name of the room. */
  readonly title: string;
}

/**
 * Finds as whom the actor reads the index of a room, or refuses: as its staff, as a group, or for the staff as a group of their
 * choice.
 */
export async function loadIndexReader(
  ctx: Context,
  roomId: number,
  groupId: number | undefined,
): Promise<IndexReader> {
  if (groupId !== undefined) return asGroup(ctx, roomId, groupId);
  const { isStaff } = await loadRequestList(ctx, roomId);
  if (!isStaff) return { ctx, isStaff, title: 'Index' };
  const { name } = await loadRoom(ctx, roomId, 'view');
  return { ctx, isStaff, title: `${name} index` };
}

async function asGroup(ctx: Context, roomId: number, groupId: number): Promise<IndexReader> {
  await loadRoom(ctx, roomId, 'view');
  const { group } = await loadGroup(ctx, groupId, 'view');
  if (group.room_id !== roomId) throw new AppError('not-found', 'The group could not be found.');
  const hasEnded = group.ends_at !== null && group.ends_at <= ctx.now();
  const actor = {
    kind: 'visitor' as const,
    // No invitation has the id 0.
    invitationId: 0,
    mayDownload: false,
    ...(!hasEnded && { groupIds: [groupId] }),
  };
  return { ctx: { ...ctx, actor }, isStaff: false, title: `${group.name} index` };
}

/** Lists what the actor may read of the index; a room of which a member of a group sees nothing does not exist for them. */
export async function loadIndex(
  ctx: Context,
  roomId: number,
  groupId: number | undefined,
): Promise<{ reader: IndexReader; lines: readonly IndexLine[] }> {
  const reader = await loadIndexReader(ctx, roomId, groupId);
  const lines = await listIndex(reader.ctx, roomId, reader.isStaff);
  const isMember = !reader.isStaff && groupId === undefined;
  if (isMember && lines.length === 0) throw new AppError('not-found', ROOM_NOT_FOUND);
  return { reader, lines };
}

interface ExportedIndex {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Readable;
}

/** Exports the index of a room as a file, and records that. */
export async function exportIndex(
  ctx: Context,
  roomId: number,
  { format, groupId }: { format: IndexFormat; groupId?: number | undefined },
): Promise<ExportedIndex> {
  const { reader, lines } = await loadIndex(ctx, roomId, groupId);
  if (format === 'pdf' && lines.length > MAX_PDF_LINES)
    throw new AppError(
      'conflict',
      `An index of more than ${MAX_PDF_LINES.toLocaleString('en')} lines does not fit into a PDF. Choose XLSX, CSV or HTML.`,
    );
  const { title } = reader;
  await audit(ctx, {
    action: 'room.export-index',
    object: { kind: 'folder', id: roomId, name: title },
    details: { format, lines: lines.length, ...(groupId !== undefined && { groupId }) },
  });
  const bytes = await write(lines, format, {
    ...reader,
    day: isoInstant(ctx.now()).slice(0, 10),
  });
  return { name: `${title}.${format}`, mediaType: MEDIA_TYPES[format], bytes };
}

async function write(
  lines: readonly IndexLine[],
  format: IndexFormat,
  page: { title: string; day: string; isStaff: boolean },
): Promise<Readable> {
  if (format === 'html') return createHtmlStream(lines, page);
  if (format === 'pdf') {
    const { renderIndexPdf } = await import('./write-pdf.ts');
    return Readable.from([await renderIndexPdf(lines, page)], { objectMode: false });
  }
  const { isStaff } = page;
  const rows = [headings(isStaff), ...lines.map((line) => cellsOf(line, isStaff))];
  return format === 'csv' ? spreadsheet.csv(rows) : spreadsheet.xlsx(rows);
}
