import {
  AnnotationEditorType,
  AnnotationMode,
  GlobalWorkerOptions,
  getDocument,
  type PDFDataRangeTransport,
  VerbosityLevel,
} from 'pdfjs-dist';
// This import must follow that of pdfjs-dist, whose global it reads while loading. No other file imports the two.
import {
  EventBus,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/web/pdf_viewer.mjs';
import { RANGE_CHUNK_BYTES } from '#web/lib/documents/pdf-frame/messages.ts';
import type { PdfWorkers } from './start-workers.ts';

export type DocumentView = ReturnType<typeof createDocumentView>;
export type PdfDocument = Awaited<ReturnType<typeof openDocument>>;

/** About 1 GB once decoded. Larger images are omitted, so that a document cannot crash the browser. */
const MAX_IMAGE_PIXELS = 2 ** 28;

/** The workers are created from blobs, whose relative URLs lead nowhere. */
const absolute = (path: string) => new URL(path, location.href).href;

/** Opens a PDF and asks only for the parts that the visible pages need. Rejects with pdf.js's named errors. */
export function openDocument(range: PDFDataRangeTransport, { worker, renderer }: PdfWorkers) {
  GlobalWorkerOptions.workerPort = worker;
  GlobalWorkerOptions.rendererPorts = [renderer];
  return getDocument({
    range,
    // Streaming would fetch the whole file in the background, as automatic fetching does.
    disableAutoFetch: true,
    disableStream: true,
    rangeChunkSize: RANGE_CHUNK_BYTES,
    cMapUrl: absolute('/pdfjs/cmaps/'),
    standardFontDataUrl: absolute('/pdfjs/standard_fonts/'),
    wasmUrl: absolute('/pdfjs/wasm/'),
    iccUrl: absolute('/pdfjs/iccs/'),
    enableXfa: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    verbosity: VerbosityLevel.ERRORS,
  }).promise;
}

/** Creates pdf.js's viewer, read-only: no forms, no editing and no scripts (pdf.js 6 does not use eval). */
export function createDocumentView(container: HTMLDivElement, pdf: PdfDocument) {
  const eventBus = new EventBus();
  const linkService = new PDFLinkService({
    eventBus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer nofollow',
  });
  const findController = new PDFFindController({ eventBus, linkService });
  const viewer = new PDFViewer({
    container,
    eventBus,
    linkService,
    findController,
    annotationMode: AnnotationMode.ENABLE,
    annotationEditorMode: AnnotationEditorType.DISABLE,
    imageResourcesPath: '/pdfjs/images/',
  });
  linkService.setViewer(viewer);
  // Makes the container focusable, for scrolling with the keyboard and for the focus when the find bar closes.
  container.tabIndex = 0;
  return { container, eventBus, linkService, viewer, pdf };
}
