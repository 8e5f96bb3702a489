import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createOfficeConverter } from './office-converter.ts';
import { openPageCache, type PageCache } from './page-cache.ts';
import { createPageDrawer, type Drawing, type Opening, type PageDrawer } from './page-drawer.ts';
import { createPageMarker, type PageMarker } from './page-marker.ts';
import { createTurns } from './turns.ts';

const CACHE_BYTES = 1024 ** 3;
/** What fails once is not tried again and again; this many such are remembered. */
const MOST_PROBLEMS = 1_000;

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
  /**
   * The first page for a list, one at a time, so that whoever reads a document never waits behind lists. Nothing of what can't
   * be drawn; nobody draws what is no longer awaited when its turn comes.
   */
  drawAside(document: Document, width: number, isAwaited: () => boolean): Promise<Buffer | undefined>;
  readonly markPicture: PageMarker['markPicture'];
  readonly markPdf: PageMarker['markPdf'];
  /** A place for bytes that are sent once. */
  readonly spool: PageCache['spool'];
  /** Ends all processes; resolves when they are gone. */
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
  const office = createOfficeConverter({ timeoutMs, hidden: [dataDir], path });
  const drawer = createPageDrawer({ processes, mostPages, office, ...limits });
  const marker = createPageMarker(processes, limits);
  return {
    ...remembering(drawer, cache),
    markPicture: marker.markPicture,
    markPdf: marker.markPdf,
    spool: cache.spool,
    async close() {
      await Promise.all([drawer.close(), marker.close()]);
    },
  };
}

/** Asks the drawer only for what it has not drawn, or failed to draw, before. */
function remembering(
  drawer: PageDrawer,
  cache: PageCache,
): Pick<PageRenderer, 'open' | 'draw' | 'drawAside'> {
  const openings = createMemory<Opening>();
  const problems = createMemory<Drawing>();
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

/** The newest, up to a number. */
function createMemory<T>(): { get(name: string): T | undefined; set(name: string, value: T): T } {
  const kept = new Map<string, T>();
  return {
    get: (name) => kept.get(name),
    set(name, value) {
      kept.delete(name);
      kept.set(name, value);
      const oldest = kept.keys().next();
      if (kept.size > MOST_PROBLEMS && !oldest.done) kept.delete(oldest.value);
      return value;
    },
  };
}
