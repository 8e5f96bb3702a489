import {
  buildPresentation,
  materializeSlideNodes,
  PptxViewer,
  type PresentationData,
  parseZipLazyMedia,
  RECOMMENDED_ZIP_LIMITS,
} from '@aiden0z/pptx-renderer';
import type { RenderRequest } from '#web/lib/documents/frame-messages.ts';
import { placeShapes } from './place-shapes.ts';

/** Renders the slides one below the other; those far from the viewport are rendered when they come near. */
export async function renderPptx(
  { bytes, slide }: RenderRequest,
  canvas: HTMLElement,
): Promise<HTMLElement | null> {
  const presentation = buildPresentation(await parseZipLazyMedia(bytes, RECOMMENDED_ZIP_LIMITS));
  placeAllShapes(presentation);
  const viewer = new PptxViewer(canvas, {
    // The frame's CSP blocks pdf.js's worker, and embedded PDF images are rare.
    pdfjs: false,
  });
  viewer.load(presentation);
  if (viewer.slideCount === 0) return null;
  await viewer.renderList({ windowed: true, showSlideLabels: true });
  if (slide !== undefined && slide <= viewer.slideCount)
    await viewer.goToSlide(slide - 1, { behavior: 'instant', block: 'start' });
  return canvas;
}

/** The library takes over places from layout and master first; what has none there either would be drawn without any width. */
function placeAllShapes(presentation: PresentationData): void {
  for (const slide of presentation.slides) {
    materializeSlideNodes(presentation, slide);
    placeShapes(slide.nodes, presentation);
  }
}
