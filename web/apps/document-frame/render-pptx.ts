import { PptxViewer, RECOMMENDED_ZIP_LIMITS } from '@aiden0z/pptx-renderer';
import type { RenderRequest } from '#web/lib/documents/frame-messages.ts';

/** Renders the slides one below the other; those far from the viewport are rendered when they come near. */
export async function renderPptx(
  { bytes, slide }: RenderRequest,
  canvas: HTMLElement,
): Promise<HTMLElement | null> {
  const viewer = await PptxViewer.open(bytes, canvas, {
    zipLimits: RECOMMENDED_ZIP_LIMITS,
    lazyMedia: true,
    lazySlides: true,
    // The frame's CSP blocks pdf.js's worker, and embedded PDF images are rare.
    pdfjs: false,
    listOptions: { windowed: true, showSlideLabels: true },
  });
  if (viewer.slideCount === 0) return null;
  if (slide !== undefined && slide <= viewer.slideCount)
    await viewer.goToSlide(slide - 1, { behavior: 'instant', block: 'start' });
  return canvas;
}
