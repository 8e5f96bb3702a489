import type { PageLayouts } from '../conversion/page-layouts.ts';
import type { DocumentSource } from '../document-source.ts';
import { documentTypeOfExtension } from '../extraction/detect-document-type.ts';
import { ocrWidthOf } from '../ocr/ocr-width.ts';
import type { WatermarkText } from '../watermark/draw-watermark.ts';
import { createWatermarkedPageCache } from '../watermark/watermarked-page-cache.ts';
import type { Watermarker } from '../watermark/watermarker.ts';
import { createKeptPages, NO_LAYOUT, pageNameOf } from './kept-pages.ts';
import { createRenderingLimit } from './limit-rendering.ts';
import type { PageCache } from './page-cache.ts';
import type { RenderingPool } from './rendering-pool.ts';
import type { TextSearch } from './rendering-protocol.ts';
import type { PageImage, PageList, TextMatches } from './rendering-results.ts';

/** Renders the pages of documents as JPEG images. Rejects only for failures that are not the document's fault. */
export interface PageRenderer {
  /** A patient caller gets the final layout, however long the conversion of a document takes. */
  listPages(document: DocumentSource, options?: { isPatient: boolean }): Promise<PageList>;
  /** Renders a page without a watermark; `page` counts from 1, `width` is in pixels. */
  renderPage(document: DocumentSource, page: number, width: number): Promise<PageImage>;
  /** Renders an image as a PNG, with its transparency; it is not kept. */
  renderPng(document: DocumentSource, width: number): Promise<PageImage>;
  /**
   * Renders a page for OCR at 300 dpi, an image as large as it is. One at a time and not kept, so that readers neither wait for
   * it nor lose pages of theirs from the cache.
   */
  renderPageForOcr(document: DocumentSource, page: number): Promise<PageImage>;
  /** Returns where a text occurs on pages; nothing of the text around it. */
  findText(document: DocumentSource, search: TextSearch): Promise<TextMatches>;
  /** Renders a page with `text` across it; a compact one has fewer bytes, for slow connections. */
  renderWatermarkedPage(
    document: DocumentSource,
    page: number,
    width: number,
    text: WatermarkText,
    options?: { isCompact: boolean },
  ): Promise<PageImage>;
  /**
   * Renders the first page for a list, one document at a time, so that readers never wait for lists. Returns undefined for
   * documents that cannot be rendered, and without rendering if `isStillWanted` is false when the turn comes.
   */
  renderThumbnail(
    document: DocumentSource,
    width: number,
    isStillWanted: () => boolean,
  ): Promise<Buffer | undefined>;
  /** Returns the thumbnail if it is in the cache; renders nothing. */
  findThumbnail(document: DocumentSource, width: number): Promise<Buffer | undefined>;
}

/** Renders only what is not in the cache. */
export function createPageRenderer(
  layouts: PageLayouts,
  pool: Pick<RenderingPool, 'listPages' | 'renderPage' | 'renderPixels' | 'renderPng' | 'findText'>,
  cache: PageCache,
  watermarker: Pick<Watermarker, 'watermarkImage'>,
  retryAfterMs?: number,
): PageRenderer {
  const kept = createKeptPages(layouts, pool, { cache, retryAfterMs });
  const watermarkedPages = createWatermarkedPageCache();
  const limitThumbnails = createRenderingLimit(1);
  const limitOcr = createRenderingLimit(1);
  return {
    renderPage: async (document, page, width) => (await kept.drawPage(document, page, width)).drawing,
    async renderPng(document, width) {
      const laidOut = await layouts.layOut(document);
      return laidOut ? pool.renderPng(laidOut, width) : NO_LAYOUT;
    },
    listPages: kept.listPages,
    async findText(document, search) {
      const laidOut = await layouts.layOut(document);
      return laidOut ? pool.findText(laidOut, search) : NO_LAYOUT;
    },
    async renderPageForOcr(document, page) {
      const opening = await kept.listPages(document);
      if ('problem' in opening) return opening;
      const size = opening.pages[page - 1];
      if (!size) return { problem: 'damaged' };
      const width = ocrWidthOf(size, documentTypeOfExtension(document.type) !== undefined);
      const laidOut = await layouts.layOut({ ...document, layout: opening.layout });
      return laidOut ? limitOcr(document.owner, () => pool.renderPage(laidOut, page, width)) : NO_LAYOUT;
    },
    async renderWatermarkedPage(document, page, width, text, options = { isCompact: false }) {
      // A reader who scrolls back within the minute that the text names gets the same image.
      const markedName = (key: string) => JSON.stringify([key, page, width, text, options]);
      const known = watermarkedPages.get(markedName(await layouts.keyOf(document)));
      if (known) return { image: known };
      const { key, drawing } = await kept.drawPage(document, page, width, { isForWatermark: true });
      if ('problem' in drawing) return drawing;
      const name = markedName(key);
      const marked =
        watermarkedPages.get(name) ??
        (await watermarker.watermarkImage(drawing.image, text, document.owner, options));
      return { image: watermarkedPages.set(name, marked) };
    },
    async renderThumbnail(document, width, isStillWanted) {
      const { drawing } =
        (await kept.find(await layouts.keyOf(document), 1, width)) ??
        // Small as it is, the first page of the other layout does as well, and nobody waits for a conversion.
        (await kept.find(await layouts.keyOf({ ...document, layout: 'text' }), 1, width)) ??
        (await limitThumbnails(document.owner, async () =>
          isStillWanted() ? kept.drawPage(document, 1, width) : undefined,
        )) ??
        {};
      return drawing && 'image' in drawing ? drawing.image : undefined;
    },
    findThumbnail: async (document, width) =>
      (await cache.get(pageNameOf(await layouts.keyOf(document), 1, width))) ??
      cache.get(pageNameOf(await layouts.keyOf({ ...document, layout: 'text' }), 1, width)),
  };
}
