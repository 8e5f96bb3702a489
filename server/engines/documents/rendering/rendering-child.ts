import { runWithTimeout, TimeoutExceededError } from '#server/engines/sandbox/child-side.ts';
import { UnreadableDocumentError } from '../blocks/document-text.ts';
import { detectDocumentType, documentTypeOfExtension } from '../extraction/detect-document-type.ts';
import { isSpreadsheetType } from '../formats/sheet/spreadsheet-types.ts';
import { findText } from './find-text.ts';
import { packGreyPixels } from './grey-pixels.ts';
import { encodePageImage, toGrey } from './jpeg.ts';
import { type RenderableDocument, UnrenderableDocumentError } from './renderable-document.ts';
import type { RenderingRequest, WantedPage } from './rendering-protocol.ts';
import { type Reply, serveRenderingRequests } from './serve-rendering-requests.ts';

const JPEG_QUALITY = 90;
/** A thumbnail shows no text, and many of them come with one answer. */
const THUMBNAIL_QUALITY = 60;
const MAX_THUMBNAIL_WIDTH = 100;

const qualityFor = (width: number): number =>
  width <= MAX_THUMBNAIL_WIDTH ? THUMBNAIL_QUALITY : JPEG_QUALITY;

/** The only document of this process: a malicious one cannot reach the pages of others. */
let openedDocument: RenderableDocument | undefined;

const PLAIN_TEXT_TYPES = new Set(['txt', 'md', 'json']);

/** Opens a document for rendering. Each renderer is loaded when a document needs it. */
async function openDocument(
  bytes: Buffer,
  { open: extension, maxPages, timeoutMs }: Extract<RenderingRequest, { open: string }>,
): Promise<RenderableDocument> {
  if (bytes.length === 0) throw new UnrenderableDocumentError('empty');
  const claimed = documentTypeOfExtension(extension);
  if (claimed) {
    const type = detectDocumentType(claimed, bytes);
    if (type === 'pdf') return (await import('./open-pdf.ts')).openPdf(bytes, maxPages, timeoutMs);
    if (isSpreadsheetType(type) || (type === 'xml' && (await isXmlWorkbook(bytes)))) {
      const { openSheets } = await import('./open-sheets.ts');
      return openSheets(type, bytes, maxPages, timeoutMs);
    }
    const text = await import('./open-text.ts');
    return PLAIN_TEXT_TYPES.has(type)
      ? text.openPlainText(bytes, maxPages, timeoutMs)
      : text.openOfficeText(type, bytes, maxPages, timeoutMs);
  }
  const { isImage, openImage, withoutExif } = await import('./open-image.ts');
  if (extension === 'upright-jpeg') return openImage(withoutExif(bytes), maxPages);
  if (!isImage(bytes)) throw new UnrenderableDocumentError('unsupported');
  return openImage(bytes, maxPages);
}

const isXmlWorkbook = async (bytes: Buffer): Promise<boolean> =>
  (await import('../formats/xml/open-xml-workbook.ts')).isXmlWorkbook(bytes);

async function answer(request: RenderingRequest, bytes: Buffer): Promise<Reply> {
  try {
    if ('open' in request) {
      openedDocument = await openDocument(bytes, request);
      const { pages, count, sheets, isCut } = openedDocument;
      return { message: { pages, count, ...(sheets && { sheets }), ...(isCut && { isCut }) } };
    }
    const document = openedDocument;
    if (!document) throw new Error('no document is open');
    if ('find' in request) {
      const matches = runWithTimeout(() => findText(document, request), request.timeoutMs);
      return { message: { matches } };
    }
    return {
      message: { isRendered: true },
      bytes: runWithTimeout(() => renderPage(document, request), request.timeoutMs),
    };
  } catch (error) {
    return { message: { problem: toRenderingProblem(error) } };
  }
}

function renderPage(document: RenderableDocument, { page, width, as }: WantedPage): Uint8Array {
  if (as === 'png') {
    if (!document.renderPng) throw new UnrenderableDocumentError('unsupported');
    return document.renderPng(width);
  }
  const pixels = document.renderPage(page - 1, width);
  const grey = toGrey(pixels) ?? pixels;
  const packed = as === 'pixels' ? packGreyPixels(grey) : undefined;
  return packed ?? encodePageImage(grey, qualityFor(width));
}

function toRenderingProblem(error: unknown) {
  if (error instanceof UnrenderableDocumentError) return error.problem;
  if (error instanceof TimeoutExceededError) return 'too-long';
  if (!(error instanceof UnreadableDocumentError)) return 'damaged'; // Libraries throw whatever they like at damaged files.
  if (error.status === 'protected') return 'protected';
  return error.status === 'no-text' ? 'empty' : 'damaged';
}

// The parent is ours and sends nothing else.
await serveRenderingRequests((message, bytes) => answer(message as RenderingRequest, bytes));
