import type { Services } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import type { Extraction } from '#server/engines/documents/document-engine.ts';
import type { EndJob } from '#server/engines/queue/job-queue.ts';
import { toRenderableDocument } from '#server/modules/files/pages/renderable-document.ts';
import { claimsImage, isImageFile } from '#shared/domain/ocr/image-files.ts';
import { isWithheld } from '#shared/domain/scans/scan-states.ts';
import { type FileRow, findFileToRead } from '../queries.ts';
import { describeReasons } from './extraction-messages.ts';
import { findWrongImageContent } from './image-content.ts';
import { describeImagePages, findImagePages } from './image-pages.ts';
import { outcomeOf, startProgress } from './ocr-progress.ts';
import { storeText } from './store-text.ts';

async function extractFile(services: Services, file: FileRow, signal: AbortSignal): Promise<Extraction> {
  const problem = claimsImage(file.name) ? await findWrongImageContent(services, file) : undefined;
  if (problem?.code === 'empty') return { status: 'no-text', reasons: [problem], imagePages: [] };
  if (problem) return { status: 'damaged', reasons: [problem] };
  const imagePages = await findImagePages(services, file);
  if (imagePages.length > 0) return { status: 'no-text', reasons: [], imagePages };
  return services.documents.extraction.extract(toRenderableDocument(services, file), signal);
}

/**
 * Extracts and stores the text of a file and queues it for indexing. Image pages are queued for OCR where it is available. The
 * job that asks for it ends with the text.
 */
export async function extractText(
  services: Services,
  request: DomainEvents['file.uploaded'],
  { signal, end }: { signal: AbortSignal; end?: EndJob },
): Promise<void> {
  const file = await findFileToRead(services.db, request);
  // A file in the trash is read too, so that it is found once restored.
  // The scan for viruses requests it again.
  if (!file || isWithheld(file.scan_state)) return;
  const extraction = await extractFile(services, file, signal);
  const pages = 'imagePages' in extraction ? extraction.imagePages : [];
  if (pages.length === 0) {
    const reason = extraction.status === 'indexed' ? null : describeReasons(extraction.reasons);
    return storeText(services, file, { ...extraction, reason }, end);
  }
  const gap = extraction.status === 'partly' ? describeReasons(extraction.reasons) : null;
  const follows = services.documents.ocr !== undefined;
  const what = follows ? 'is still being recognized' : `cannot be searched: ${OCR_UNAVAILABLE}`;
  const said = describeImagePages(pages, isImageFile(file.name), what);
  const { languages } = request;
  const ocrRequest = follows && {
    ocr: outcomeOf(startProgress(pages.length), { isDone: false }),
    ocrRequest: { fileId: file.id, blobKey: file.blob_key, pages, gap, languages },
  };
  if ('blocks' in extraction) {
    const reason = gap === null ? said : `${gap} ${said}`;
    return storeText(services, file, { ...extraction, status: 'partly', reason, ...ocrRequest }, end);
  }
  const status = follows ? 'pending' : 'no-text';
  await storeText(services, file, { status, reason: said, ...ocrRequest }, end);
}

const OCR_UNAVAILABLE = 'OCR is turned off';

/** Records the failure on the file after the last attempt; a rebuild of the index tries again. */
export async function abandonExtraction(
  services: Services,
  request: DomainEvents['file.uploaded'],
): Promise<void> {
  const file = await findFileToRead(services.db, request);
  if (!file || isWithheld(file.scan_state)) return;
  const reason = 'The text could not be read after three attempts.';
  await storeText(services, file, { status: 'failed', reason });
}
