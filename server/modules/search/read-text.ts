import type { Context } from '#server/app/context.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import { recordView } from '#server/modules/activity/record-view.ts';
import { auditView } from '#server/modules/files/audit-file-access.ts';
import { shownBlocks } from './indexing/leave-out-hidden.ts';
import { readBlocks } from './indexing/stored-blocks.ts';

interface DocumentPassage {
  readonly fileName: string;
  /** UTF-16 offsets in the document's whole text, as in citations. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The offset at which the text continues; `null` at its end. */
  readonly nextStart: number | null;
}

/**
 * Reads part of the extracted text of a file whose original the actor may download, and records that as a view: like a comparison
 * of versions, text carries no watermark. What the author of the document hid is left out, as in the search.
 */
export async function readText(
  ctx: Context,
  fileId: number,
  { start, maxLength }: { start: number; maxLength: number },
): Promise<DocumentPassage> {
  const file = await loadFile(ctx, fileId, 'downloadOriginal');
  await recordView(ctx, file);
  await auditView(ctx, file);
  const end = start + maxLength;
  const pieces: string[] = [];
  let [length, isComplete] = [0, true];
  if (file.text_blob_key !== null)
    for await (const block of shownBlocks(readBlocks(ctx, file.text_blob_key))) {
      if (block.start >= end) {
        isComplete = false;
        break;
      }
      if (block.end < start) continue;
      if (block.end > end) isComplete = false;
      // Blocks are joined with line breaks, which the offsets count.
      if (pieces.length > 0) pieces.push('\n');
      const piece = block.text.slice(Math.max(0, start - block.start), end - block.start);
      pieces.push(piece);
      length = Math.min(block.end, end) - start;
    }
  const text = pieces.join('');
  return { fileName: file.name, start, end: start + length, text, nextStart: isComplete ? null : end };
}
