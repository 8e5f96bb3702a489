import {
  AnnotationEditorType,
  AnnotationMode,
  GlobalWorkerOptions,
  getDocument,
  VerbosityLevel,
} from 'pdfjs-dist';
import rendererUrl from 'pdfjs-dist/build/pdf.renderer.min.mjs?url';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
// This import must follow that of pdfjs-dist, whose global it reads while loading. No other file imports the two.
import {
  EventBus,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/web/pdf_viewer.mjs';

export type DocumentView = ReturnType<typeof createDocumentView>;
export type PdfDocument = Awaited<ReturnType<typeof openDocument>>;

/** Larger than pdf.js's default of 64 KiB, since a request costs more than unneeded bytes. */
const RANGE_CHUNK_BYTES = 256 * 1024;
/** About 1 GB once decoded. Larger images are omitted, so that a document cannot crash the browser. */
const MAX_IMAGE_PIXELS = 2 ** 28;

GlobalWorkerOptions.workerSrc = workerUrl;
GlobalWorkerOptions.rendererSrc = rendererUrl;

/** Opens a PDF and fetches only the parts that the visible pages need. Rejects with pdf.js's named errors. */
export function openDocument(url: string) {
  return getDocument({
    url,
    // Streaming would fetch the whole file in the background, as automatic fetching does.
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

/** Creates pdf.js's viewer, read-only: no forms, no editing and no scripts (pdf.js 6 does not use eval). */
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
  // Makes the container focusable, for scrolling with the keyboard and for the focus when the find bar closes.
  container.tabIndex = 0;
  return { container, eventBus, linkService, viewer };
}
