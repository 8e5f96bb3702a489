import type { Services } from '#server/app/context.ts';
import type { DomainEvents, OcrProgress } from '#server/app/domain-events.ts';
import type { EndJob } from '#server/engines/queue/job-queue.ts';
import { toRenderableDocument } from '#server/modules/files/pages/renderable-document.ts';
import { isImageFile } from '#shared/domain/ocr/image-files.ts';
import { isWithheld } from '#shared/domain/scans/scan-states.ts';
import { type FileRow, findFileToRead } from '../queries.ts';
import { describeImagePages } from './image-pages.ts';
import { chooseLanguages } from './ocr-languages.ts';
import {
  describeMissingPages,
  MAX_OCR_PAGES,
  outcomeOf,
  type ReadPage,
  startProgress,
} from './ocr-progress.ts';
import { recognizePages } from './recognize-pages.ts';
import { storeText } from './store-text.ts';
import { readBlocks } from './stored-blocks.ts';

type OcrRequest = DomainEvents['file.ocr_requested'];

/** The first words are soon found; later, each time that the growing text is stored, more pages have been read. */
const [MIN_BATCH, MAX_BATCH, BATCH_SHARE] = [5, 50, 0.25];

const batchSize = (donePages: number): number =>
  Math.min(MAX_BATCH, Math.max(MIN_BATCH, Math.ceil(donePages * BATCH_SHARE)));

/**
 * Recognizes some of a file's image pages, stores their text together with the rest, and queues the remaining pages in the same
 * transaction: after a crash only these pages are read again, and other files of the owner have their turn. The job that asks
 * for it ends with the text.
 */
export async function runOcr(
  services: Services,
  request: OcrRequest,
  { signal, end }: { signal: AbortSignal; end?: EndJob },
): Promise<void> {
  const { ocr } = services.documents;
  const file = await findFileToRecognize(services, request);
  // The scan for viruses requests it again.
  if (!file || isWithheld(file.scan_state)) return;
  if (!ocr) return abandonOcr(services, request);
  const { pages, progress: before, gap } = limitPages(request);
  const wanted = await chooseLanguages(services, file.folder_id, request.languages);
  const document = toRenderableDocument(services, file);
  const batch = pages.slice(0, batchSize(before.total - pages.length));
  const work = { document, pages: batch, wanted, progress: before };
  const { read, progress } = await recognizePages(services, ocr, work, signal);
  const remaining = pages.slice(read.length);
  if (remaining.length === 0) {
    const missing = describeMissingPages(progress, isImageFile(file.name));
    return storeRecognized(services, request, read, { progress, reason: joinReasons(gap, missing), end });
  }
  await storeRecognized(services, request, read, {
    progress,
    reason: joinReasons(gap, `Page ${progress.total - remaining.length} of ${progress.total} recognized.`),
    next: { ...request, pages: remaining, gap, progress },
    end,
  });
}

/** Records the failure on the file after the last attempt; text from its other pages is kept. */
export async function abandonOcr(services: Services, request: OcrRequest): Promise<void> {
  const { pages, gap, progress = startProgress(pages.length) } = request;
  const file = await findFileToRecognize(services, request);
  if (!file) return;
  const what = 'could not be recognized after three attempts';
  const lost = describeImagePages(pages, isImageFile(file.name), what);
  const missing = joinReasons(gap, describeMissingPages(progress, isImageFile(file.name)), lost);
  const failed = [...progress.failed, ...pages];
  await storeRecognized(services, request, [], { progress: { ...progress, failed }, reason: missing });
}

/** Finds the file of a request; nothing once its text is another one, which comes with another request. */
async function findFileToRecognize(services: Services, request: OcrRequest): Promise<FileRow | undefined> {
  const file = await findFileToRead(services.db, request);
  const { textBlobKey } = request;
  return textBlobKey === undefined || file?.text_blob_key === textBlobKey ? file : undefined;
}

function limitPages(request: OcrRequest): {
  pages: readonly number[];
  progress: OcrProgress;
  gap: string | null;
} {
  const { pages, gap, progress } = request;
  if (progress || pages.length <= MAX_OCR_PAGES)
    return { pages, gap, progress: progress ?? startProgress(pages.length) };
  const limit = `Only the first ${MAX_OCR_PAGES.toLocaleString('en')} scanned pages are recognized.`;
  const kept = pages.slice(0, MAX_OCR_PAGES);
  return { pages: kept, gap: joinReasons(gap, limit), progress: startProgress(kept.length) };
}

const joinReasons = (...reasons: (string | null)[]): string =>
  reasons.filter((reason) => reason !== null).join(' ');

interface StoredProgress {
  readonly progress: OcrProgress;
  readonly reason: string;
  /** The request for the remaining pages. */
  readonly next?: OcrRequest;
  readonly end?: EndJob | undefined;
}

/** Stores pages with the rest of the text; `end` ends their job in the same transaction. */
async function storeRecognized(
  services: Services,
  request: OcrRequest,
  read: readonly ReadPage[],
  { progress, reason, next, end }: StoredProgress,
): Promise<void> {
  // Again: recognition takes minutes, in which another job may have stored a text.
  const file = await findFileToRecognize(services, request);
  if (!file) return;
  const before =
    file.text_blob_key === null ? [] : await Array.fromAsync(readBlocks(services, file.text_blob_key));
  const blocks = services.documents.extraction.mergeOcrText(before, read);
  const ocr = outcomeOf(progress, { isDone: next === undefined });
  const rest = { ocr, ...(next && { ocrRequest: next }), replaces: file.text_blob_key };
  if (!blocks.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) {
    const status = next ? 'pending' : 'no-text';
    const text = { status, reason: reason || 'No text was found in this document.', ...rest } as const;
    // An earlier text whose last words are gone gives way.
    return storeText(services, file, file.text_blob_key === null ? text : { ...text, blocks: [] }, end);
  }
  const gaps =
    reason === '' ? ({ status: 'indexed', reason: null } as const) : ({ status: 'partly', reason } as const);
  await storeText(services, file, { ...gaps, title: file.document_title, blocks, ...rest }, end);
}
