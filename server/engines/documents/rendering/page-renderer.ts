import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { StoredBlob } from '#server/engines/storage/blob-store.ts';
import { createConvertedDocuments } from '../conversion/conversion-cache.ts';
import { createDocumentConverter } from '../conversion/document-converter.ts';
import { createMarkedPages } from '../watermark/watermarked-page-cache.ts';
import { createNewestResults } from './bounded-cache.ts';
import { openPageCache, type PageCache } from './page-cache.ts';
import { createPageDrawer, type Drawing, type Opening, type PageDrawer } from './rendering-pool.ts';
import { createPageMarker, type PageMarker } from '../watermark/watermarker.ts';
import { createTurns } from './semaphore.ts';

const CACHE_BYTES = 1024 ** 3;

/** A document to draw: `key` names bytes that never change, `type` is how its name ends. */
export interface Document {
  readonly key: string;
  readonly type: string;
  bytes(): Promise<Readable>;
}

/** Documents as pictures of their pages. Rejects only for what is not the document's fault. */
export interface PageRenderer {
  open(document: Document): Promise<Opening>;
  /** A JPEG without a mark; `page` counts from 1, `width` is in pixels. */
  draw(document: Document, page: number, width: number): Promise<Drawing>;
  /** The same with a text across it. */
  drawMarked(document: Document, page: number, width: number, mark: string): Promise<Drawing>;
  /**
   * The first page for a list, one at a time, so that whoever reads a document never waits behind lists. Nothing of what can't
   * be drawn; nobody draws what is no longer awaited when its turn comes.
   */
  drawAside(document: Document, width: number, isAwaited: () => boolean): Promise<Buffer | undefined>;
  readonly markPicture: PageMarker['markPicture'];
  readonly markPdf: PageMarker['markPdf'];
  /** An Office document as a PDF in the spool, where this machine has a program for it. */
  toPdf(document: Document): Promise<StoredBlob | undefined>;
  /** A place for bytes that are sent once. */
  readonly spool: PageCache['spool'];
  /** Ends all processes; resolves when they are gone and what they drew is kept. */
  close(): Promise<void>;
}

interface RendererOptions {
  dataDir: string;
  /** Of a longer document only the first pages are drawn. */
  mostPages: number;
  timeoutMs?: number;
  memoryMb?: number;
  /** Where programs are looked for. */
  path?: string | undefined;
}

export async function openPageRenderer(options: RendererOptions): Promise<PageRenderer> {
  const { dataDir, mostPages, timeoutMs = 60_000, memoryMb = 1024, path } = options;
  const limits = { timeoutMs, memoryMb };
  // People wait for pages, so all cores may draw; two at least, since a hostile document may hold one for a minute.
  const processes = Math.max(2, availableParallelism());
  const cache = await openPageCache(join(dataDir, 'cache'), CACHE_BYTES);
  const converter = createDocumentConverter({ timeoutMs, hidden: [dataDir], path });
  const converted = createConvertedDocuments(converter, cache);
  const drawer = createPageDrawer({ processes, mostPages, converted, spool: cache.spool, ...limits });
  const marker = createPageMarker(processes, limits);
  const remembered = remembering(drawer, cache);
  return {
    ...remembered,
    drawMarked: markingWith(marker, remembered.draw),
    markPicture: marker.markPicture,
    markPdf: marker.markPdf,
    async toPdf(document) {
      const made = (await converter.formOf(document.type)) === 'pdf' && (await converted.of(document));
      return made ? made.blob : undefined;
    },
    spool: cache.spool,
    async close() {
      await Promise.all([drawer.close(), marker.close(), cache.settled()]);
    },
  };
}

/** Who scrolls back within the minute gets what was marked for them. */
function markingWith(marker: PageMarker, draw: PageRenderer['draw']): PageRenderer['drawMarked'] {
  const marked = createMarkedPages();
  return async (document, page, width, mark) => {
    const name = JSON.stringify([document.key, page, width, mark]);
    const kept = marked.get(name);
    if (kept) return { picture: kept };
    const drawing = await draw(document, page, width);
    if ('problem' in drawing) return drawing;
    return { picture: marked.set(name, await marker.markPicture(drawing.picture, mark)) };
  };
}

/** Asks the drawer only for what it has not drawn, or failed to draw, before. */
function remembering(
  drawer: PageDrawer,
  cache: PageCache,
): Pick<PageRenderer, 'open' | 'draw' | 'drawAside'> {
  const openings = createNewestResults<Opening>();
  const problems = createNewestResults<Drawing>();
  const asideTurns = createTurns(1);
  const nameOf = ({ key }: Document, page: number, width: number) => `${key} ${page} ${width}`;

  async function find(document: Document, page: number, width: number): Promise<Drawing | undefined> {
    const name = nameOf(document, page, width);
    const picture = await cache.get(name);
    return picture ? { picture } : problems.get(name);
  }

  async function draw(document: Document, page: number, width: number): Promise<Drawing> {
    const name = nameOf(document, page, width);
    const found = await find(document, page, width);
    if (found) return found;
    const drawing = await drawer.draw(document, page, width);
    if ('problem' in drawing) return problems.set(name, drawing);
    void cache.put(name, drawing.picture);
    return drawing;
  }

  return {
    async open(document) {
      return openings.get(document.key) ?? openings.set(document.key, await drawer.open(document));
    },
    draw,
    async drawAside(document, width, isAwaited) {
      const drawing =
        (await find(document, 1, width)) ??
        (await asideTurns.run(async () => (isAwaited() ? draw(document, 1, width) : undefined)));
      return drawing && 'picture' in drawing ? drawing.picture : undefined;
    },
  };
}
