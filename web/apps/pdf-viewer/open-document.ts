import {
  AnnotationEditorType,
  AnnotationMode,
  GlobalWorkerOptions,
  getDocument,
  VerbosityLevel,
} from 'pdfjs-dist';
import rendererUrl from 'pdfjs-dist/build/pdf.renderer.min.mjs?url';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
// This import must stay below the one of pdfjs-dist, whose global it reads while it is loaded; only this file has either.
import {
  EventBus,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/web/pdf_viewer.mjs';

export type DocumentView = ReturnType<typeof createDocumentView>;
export type PdfDocument = Awaited<ReturnType<typeof openDocument>>;

/** Fewer and larger than pdf.js's 64 KiB: a request costs more than the bytes that it may bring in vain. */
const RANGE_CHUNK_BYTES = 256 * 1024;
/** About 1 GB once decoded. A larger picture is left out, so that no document can take the whole browser down. */
const MAX_IMAGE_PIXELS = 2 ** 28;

GlobalWorkerOptions.workerSrc = workerUrl;
GlobalWorkerOptions.rendererSrc = rendererUrl;

/** Fetches only the parts of the file that the pages on screen need. Rejects with pdf.js's own named errors. */
export function openDocument(url: string) {
  return getDocument({
    url,
    // Streaming would fetch the whole file in the background just as automatic fetching does.
    disableAutoFetch: true,
    disableStream: true,
    rangeChunkSize: RANGE_CHUNK_BYTES,
    cMapUrl: '/pdfjs/cmaps/',
    standardFontDataUrl: '/pdfjs/standard_fonts/',
    wasmUrl: '/pdfjs/wasm/',
    iccUrl: '/pdfjs/iccs/',
    enableXfa: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    verbosity: VerbosityLevel.ERRORS,
  }).promise;
}

/** pdf.js's viewer, read-only: no forms, no editing and no scripts (pdf.js 6 has no eval to switch off). */
export function createDocumentView(container: HTMLDivElement) {
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
  // Lets the keyboard scroll, and gives focus somewhere to go when the find box closes.
  container.tabIndex = 0;
  return { container, eventBus, linkService, viewer };
}
