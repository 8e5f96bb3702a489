import type { Services } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import type { DocumentSource } from '#server/engines/documents/document-engine.ts';
import { toRenderableDocument } from '#server/modules/files/pages/renderable-document.ts';
import { isWithheld } from '#shared/domain/scans/scan-states.ts';
import { type FileRow, findFileToRead } from '../queries.ts';
import { describeImagePages, isImageFile } from './image-pages.ts';
import { storeText } from './store-text.ts';
import { readBlocks } from './stored-blocks.ts';

type OcrRequest = DomainEvents['file.ocr_requested'];

/** Pixels. At this width small print has letters 20 pixels high. */
const RENDER_WIDTH = 2_400;
/** Bounds the time that other files wait; pages not reached by then are reported as missing. */
const MAX_DURATION_MS = 20 * 60_000;

/** Recognizes the text in a file's image pages and stores it together with the rest of its text. */
export async function runOcr(services: Services, request: OcrRequest, signal: AbortSignal): Promise<void> {
  const { pages, gap } = request;
  const file = await findFileToRead(services.db, request);
  if (!file || isWithheld(file.scan_state)) return;
  const document = toRenderableDocument(services, file);
  const read: { page: number; text: string }[] = [];
  const until = services.now() + MAX_DURATION_MS;
  for (const page of pages) {
    signal.throwIfAborted();
    if (services.now() > until) break;
    const text = await recognizePage(services, document, page, signal);
    if (text !== undefined) read.push({ page, text });
  }
  const reached = new Set(read.map(({ page }) => page));
  const missingPages = pages.filter((page) => !reached.has(page));
  const missingReason =
    missingPages.length === 0
      ? null
      : describeImagePages(missingPages, isImageFile(file.name), 'could not be recognized');
  await storeRecognizedText(
    services,
    file,
    read,
    [gap, missingReason].filter((reason) => reason !== null).join(' '),
  );
}

/** Records the failure on the file after the last attempt; text from its other pages is kept. */
export async function abandonOcr(services: Services, request: OcrRequest): Promise<void> {
  const { pages, gap } = request;
  const file = await findFileToRead(services.db, request);
  if (!file) return;
  const lost = describeImagePages(
    pages,
    isImageFile(file.name),
    'could not be recognized after three attempts',
  );
  await storeRecognizedText(services, file, [], [gap, lost].filter((reason) => reason !== null).join(' '));
}

async function recognizePage(
  services: Services,
  document: DocumentSource,
  page: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { ocr, rendering } = services.documents;
  const rendered = await rendering.renderPage(document, page, RENDER_WIDTH);
  return 'image' in rendered ? ocr?.recognizeText(rendered.image, signal) : undefined;
}

async function storeRecognizedText(
  services: Services,
  file: FileRow,
  read: { page: number; text: string }[],
  missing: string,
): Promise<void> {
  const before =
    file.text_blob_key === null ? [] : await Array.fromAsync(readBlocks(services, file.text_blob_key));
  const blocks = services.documents.extraction.mergeOcrText(before, read);
  if (!blocks.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) {
    const reason = missing || 'This file contains images without recognizable text.';
    return storeText(services, file, { status: 'no-text', reason });
  }
  const gaps =
    missing === ''
      ? ({ status: 'indexed', reason: null } as const)
      : ({ status: 'partly', reason: missing } as const);
  await storeText(services, file, { ...gaps, title: file.document_title, blocks });
}
