import type { DocumentSource } from '../document-source.ts';
import { documentTypeOfExtension } from '../extraction/detect-document-type.ts';
import { ocrWidthOf } from '../ocr/ocr-width.ts';
import type { WatermarkText } from '../watermark/draw-watermark.ts';
import { createWatermarkedPageCache } from '../watermark/watermarked-page-cache.ts';
import type { Watermarker } from '../watermark/watermarker.ts';
import { createBoundedCache } from './bounded-cache.ts';
import { createRenderingLimit } from './limit-rendering.ts';
import type { PageCache } from './page-cache.ts';
import type { RenderingPool } from './rendering-pool.ts';
import type { TextSearch } from './rendering-protocol.ts';
import type { PageImage, PageList, TextMatches } from './rendering-results.ts';

/** Renders the pages of documents as JPEG images. Rejects only for failures that are not the document's fault. */
export interface PageRenderer {
  listPages(document: DocumentSource): Promise<PageList>;
  /** Renders a page without a watermark; `page` counts from 1, `width` is in pixels. */
  renderPage(document: DocumentSource, page: number, width: number): Promise<PageImage>;
  /** Renders an image as a PNG, with its transparency; it is not kept. */
  renderPng(document: DocumentSource, width: number): Promise<PageImage>;
  /**
   * Renders a page for OCR at 300 dpi, an image as large as it is. One at a time and not kept, so that readers neither wait for it nor
   * lose pages of theirs from the cache.
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

/** Renders only what is not in the cache; failed pages are not tried again. */
export function createPageRenderer(
  pool: RenderingPool,
  cache: PageCache,
  watermarker: Pick<Watermarker, 'watermarkImage'>,
): PageRenderer {
  const pageLists = createBoundedCache<PageList>();
  const problems = createBoundedCache<PageImage>();
  const watermarkedPages = createWatermarkedPageCache();
  const limitThumbnails = createRenderingLimit(1);
  const limitOcr = createRenderingLimit(1);

  async function find(document: DocumentSource, page: number, width: number): Promise<PageImage | undefined> {
    const key = cacheKeyOf(document, page, width);
    const image = await cache.get(key);
    return image ? { image } : problems.get(key);
  }

  async function renderPage(document: DocumentSource, page: number, width: number): Promise<PageImage> {
    const found = await find(document, page, width);
    if (found) return found;
    const key = cacheKeyOf(document, page, width);
    const rendered = await pool.renderPage(document, page, width);
    if ('problem' in rendered) return problems.set(key, rendered);
    void cache.storeInBackground(key, rendered.image);
    return rendered;
  }

  const listPages = async (document: DocumentSource): Promise<PageList> =>
    pageLists.get(document.key) ?? pageLists.set(document.key, await pool.listPages(document));

  return {
    renderPage,
    renderPng: (document, width) => pool.renderPng(document, width),
    listPages,
    findText: (document, search) => pool.findText(document, search),
    async renderPageForOcr(document, page) {
      const opening = await listPages(document);
      if ('problem' in opening) return opening;
      const size = opening.pages[page - 1];
      if (!size) return { problem: 'damaged' };
      const width = ocrWidthOf(size, documentTypeOfExtension(document.type) !== undefined);
      return limitOcr(document.owner, () => pool.renderPage(document, page, width));
    },
    async renderWatermarkedPage(document, page, width, text, options = { isCompact: false }) {
      // A reader who scrolls back within the minute that the text names gets the same image.
      const key = JSON.stringify([document.key, page, width, text, options]);
      const known = watermarkedPages.get(key);
      if (known) return { image: known };
      const rendered = await renderPage(document, page, width);
      if ('problem' in rendered) return rendered;
      return {
        image: watermarkedPages.set(
          key,
          await watermarker.watermarkImage(rendered.image, text, document.owner, options),
        ),
      };
    },
    async renderThumbnail(document, width, isStillWanted) {
      const rendered =
        (await find(document, 1, width)) ??
        (await limitThumbnails(document.owner, async () =>
          isStillWanted() ? renderPage(document, 1, width) : undefined,
        ));
      return rendered && 'image' in rendered ? rendered.image : undefined;
    },
    findThumbnail: (document, width) => cache.get(cacheKeyOf(document, 1, width)),
  };
}

const cacheKeyOf = ({ key }: DocumentSource, page: number, width: number): string =>
  `${key} ${page} ${width}`;
