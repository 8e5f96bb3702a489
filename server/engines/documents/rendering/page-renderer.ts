import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { StoredBlob } from '#server/engines/storage/blob-store.ts';
import { createConversionCache } from '../conversion/conversion-cache.ts';
import { createDocumentConverter } from '../conversion/document-converter.ts';
import { createWatermarkedPageCache } from '../watermark/watermarked-page-cache.ts';
import { createWatermarker, type Watermarker } from '../watermark/watermarker.ts';
import { createBoundedCache } from './bounded-cache.ts';
import { openPageCache, type PageCache } from './page-cache.ts';
import { createRenderingPool, type PageImage, type PageList, type RenderingPool } from './rendering-pool.ts';
import { createSemaphore } from './semaphore.ts';

const CACHE_BYTES = 1024 ** 3;

/** A document to draw: `key` names bytes that never change, `type` is how its name ends. */
export interface DocumentSource {
  readonly key: string;
  readonly type: string;
  bytes(): Promise<Readable>;
}

/** Documents as pictures of their pages. Rejects only for what is not the document's fault. */
export interface PageRenderer {
  listPages(document: DocumentSource): Promise<PageList>;
  /** A JPEG without a mark; `page` counts from 1, `width` is in pixels. */
  renderPage(document: DocumentSource, page: number, width: number): Promise<PageImage>;
  /** The same with a text across it. */
  renderWatermarkedPage(
    document: DocumentSource,
    page: number,
    width: number,
    mark: string,
  ): Promise<PageImage>;
  /**
   * The first page for a list, one at a time, so that whoever reads a document never waits behind lists. Nothing of what can't
   * be drawn; nobody draws what is no longer awaited when its turn comes.
   */
  renderThumbnail(
    document: DocumentSource,
    width: number,
    isAwaited: () => boolean,
  ): Promise<Buffer | undefined>;
  readonly watermarkImage: Watermarker['watermarkImage'];
  readonly watermarkPdf: Watermarker['watermarkPdf'];
  /** An Office document as a PDF in the spool, where this machine has a program for it. */
  convertToPdf(document: DocumentSource): Promise<StoredBlob | undefined>;
  /** A place for bytes that are sent once. */
  readonly temporaryStore: PageCache['temporaryStore'];
  /** Ends all processes; resolves when they are gone and what they drew is kept. */
  close(): Promise<void>;
}

interface PageRendererOptions {
  dataDir: string;
  /** Of a longer document only the first pages are drawn. */
  mostPages: number;
  timeoutMs?: number;
  memoryMb?: number;
  /** Where programs are looked for. */
  path?: string | undefined;
}

export async function openPageRenderer(options: PageRendererOptions): Promise<PageRenderer> {
  const { dataDir, mostPages, timeoutMs = 60_000, memoryMb = 1024, path } = options;
  const limits = { timeoutMs, memoryMb };
  // People wait for pages, so all cores may draw; two at least, since a hostile document may hold one for a minute.
  const processes = Math.max(2, availableParallelism());
  const cache = await openPageCache(join(dataDir, 'cache'), CACHE_BYTES);
  const converter = createDocumentConverter({ timeoutMs, hidden: [dataDir], path });
  const conversions = createConversionCache(converter, cache);
  const pool = createRenderingPool({
    processes,
    maxPages: mostPages,
    conversions: conversions,
    temporaryStore: cache.temporaryStore,
    ...limits,
  });
  const watermarker = createWatermarker(processes, limits);
  const cached = withCache(pool, cache);
  return {
    ...cached,
    renderWatermarkedPage: withWatermarks(watermarker, cached.renderPage),
    watermarkImage: watermarker.watermarkImage,
    watermarkPdf: watermarker.watermarkPdf,
    async convertToPdf(document) {
      const made =
        (await converter.targetFormatOf(document.type)) === 'pdf' && (await conversions.convert(document));
      return made ? made.blob : undefined;
    },
    temporaryStore: cache.temporaryStore,
    async close() {
      await Promise.all([pool.close(), watermarker.close(), cache.flush()]);
    },
  };
}

/** Who scrolls back within the minute gets what was marked for them. */
function withWatermarks(
  marker: Watermarker,
  draw: PageRenderer['renderPage'],
): PageRenderer['renderWatermarkedPage'] {
  const marked = createWatermarkedPageCache();
  return async (document, page, width, mark) => {
    const name = JSON.stringify([document.key, page, width, mark]);
    const kept = marked.get(name);
    if (kept) return { picture: kept };
    const drawing = await draw(document, page, width);
    if ('problem' in drawing) return drawing;
    return { picture: marked.set(name, await marker.watermarkImage(drawing.picture, mark)) };
  };
}

/** Asks the drawer only for what it has not drawn, or failed to draw, before. */
function withCache(
  drawer: RenderingPool,
  cache: PageCache,
): Pick<PageRenderer, 'listPages' | 'renderPage' | 'renderThumbnail'> {
  const openings = createBoundedCache<PageList>();
  const problems = createBoundedCache<PageImage>();
  const thumbnailSemaphore = createSemaphore(1);
  const nameOf = ({ key }: DocumentSource, page: number, width: number) => `${key} ${page} ${width}`;

  async function find(document: DocumentSource, page: number, width: number): Promise<PageImage | undefined> {
    const name = nameOf(document, page, width);
    const picture = await cache.get(name);
    return picture ? { picture } : problems.get(name);
  }

  async function draw(document: DocumentSource, page: number, width: number): Promise<PageImage> {
    const name = nameOf(document, page, width);
    const found = await find(document, page, width);
    if (found) return found;
    const drawing = await drawer.renderPage(document, page, width);
    if ('problem' in drawing) return problems.set(name, drawing);
    void cache.storeInBackground(name, drawing.picture);
    return drawing;
  }

  return {
    async listPages(document) {
      return openings.get(document.key) ?? openings.set(document.key, await drawer.listPages(document));
    },
    renderPage: draw,
    async renderThumbnail(document, width, isAwaited) {
      const drawing =
        (await find(document, 1, width)) ??
        (await thumbnailSemaphore.run(async () => (isAwaited() ? draw(document, 1, width) : undefined)));
      return drawing && 'picture' in drawing ? drawing.picture : undefined;
    },
  };
}
