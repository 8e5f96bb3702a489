import type { Readable } from 'node:stream';
import type { ChildLimits, ChildLink } from '#server/engines/sandbox/sandboxed-child.ts';
import type { BlobStore } from '#server/engines/storage/blob-store.ts';
import { askRenderer, problemOf, startRenderer } from './rendering-process.ts';
import { collectBytes } from './collect-bytes.ts';
import type { ConvertedDocuments } from '../conversion/conversion-cache.ts';
import { drawingReply, openingReply } from './rendering-protocol.ts';
import type { DrawingProblem, PageSize } from './renderable-document.ts';
import { createTurns } from './semaphore.ts';

const CHILD = new URL('./rendering-child.ts', import.meta.url);
const LARGEST_PICTURE = 32 * 1024 * 1024;
/** A document that nobody turns the pages of is closed after this long, and its process ended. */
const IDLE_MS = 30_000;

/** What can be drawn: `key` names bytes that never change, `type` is how the name of the document ends. */
interface DrawingSource {
  readonly key: string;
  readonly type: string;
  bytes(): Promise<Readable>;
}

type Problem = { readonly problem: DrawingProblem };
export type Opening = Problem | { readonly count: number; readonly pages: readonly PageSize[] };
export type Drawing = Problem | { readonly picture: Buffer };

export interface PageDrawer {
  /** Rejects only for what is not the document's fault. */
  open(source: DrawingSource): Promise<Opening>;
  /** A JPEG; `page` counts from 1, `width` is in pixels. */
  draw(source: DrawingSource, page: number, width: number): Promise<Drawing>;
  close(): Promise<void>;
}

/** A document that lies open in a process of its own. */
interface Desk {
  readonly link: ChildLink;
  readonly opening: Promise<Opening>;
  /** Who asks next waits for this one. */
  last: Promise<unknown>;
  users: number;
  drawn: number;
  idle: NodeJS.Timeout | undefined;
}

interface DrawerOptions extends ChildLimits {
  processes: number;
  mostPages: number;
  converted: ConvertedDocuments;
  /** Where they lie. */
  spool: Pick<BlobStore, 'open'>;
}

export function createPageDrawer(options: DrawerOptions): PageDrawer {
  const { processes, mostPages, converted, spool, ...limits } = options;
  const turns = createTurns(processes);
  /** Least recently used first. */
  const desks = new Map<string, Desk>();
  /** Started ahead, since that takes as long as a page. */
  let spare: ChildLink | undefined;

  function clear(key: string, desk: Desk): Promise<void> {
    clearTimeout(desk.idle);
    if (desks.get(key) === desk) desks.delete(key);
    if (desks.size === 0) {
      void spare?.end();
      spare = undefined;
    }
    return desk.link.end();
  }

  function takeChild(): ChildLink {
    const child = spare?.isHealthy() ? spare : startRenderer(CHILD, limits);
    spare = startRenderer(CHILD, limits);
    return child;
  }

  async function openAt(link: ChildLink, source: DrawingSource): Promise<Opening> {
    const { form, blob } = (await converted.of(source)) ?? {};
    const opening = await askRenderer(link, {
      message: { open: form && blob ? form : source.type, mostPages, timeoutMs: limits.timeoutMs },
      bytes: blob ? () => spool.open(blob) : source.bytes,
      reply: openingReply,
      receive: async (said, bytes) => {
        await collectBytes(bytes, 0);
        return said;
      },
    });
    // A program is there for it, and could make nothing of it either.
    const isRefused = form !== undefined && 'problem' in opening && opening.problem === 'unsupported';
    return isRefused ? { problem: 'damaged' } : opening;
  }

  function openDesk(source: DrawingSource): Desk {
    for (const [key, desk] of desks) {
      if (desks.size < processes) break;
      // There is one without users: no more work at a time than there may be desks.
      if (desk.users === 0) void clear(key, desk);
    }
    const link = takeChild();
    const opening = openAt(link, source).catch(problemOf);
    return { link, opening, last: opening, users: 0, drawn: 0, idle: undefined };
  }

  /** Works at the document's desk, alone. */
  async function atDesk<T>(source: DrawingSource, work: (desk: Desk) => Promise<T>): Promise<T> {
    const { key } = source;
    const found = desks.get(key);
    const desk = found?.link.isHealthy() ? found : openDesk(source);
    desks.delete(key);
    desks.set(key, desk);
    clearTimeout(desk.idle);
    desk.users += 1;
    const mine = desk.last.then(
      () => work(desk),
      () => work(desk),
    );
    desk.last = mine;
    try {
      return await mine;
    } finally {
      desk.users -= 1;
      if (!desk.link.isHealthy()) void clear(key, desk);
      else if (desk.users === 0) desk.idle = setTimeout(() => void clear(key, desk), IDLE_MS).unref();
    }
  }

  async function drawAt(desk: Desk, page: number, width: number): Promise<Drawing & { isFirst?: boolean }> {
    const opening = await desk.opening;
    if ('problem' in opening) return opening;
    const isFirst = desk.drawn === 0;
    desk.drawn += 1;
    const { timeoutMs } = limits;
    return askRenderer(desk.link, {
      message: { page, width, timeoutMs },
      reply: drawingReply,
      receive: async (said, bytes) => {
        const picture = await collectBytes(bytes, LARGEST_PICTURE);
        return 'problem' in said ? said : { picture };
      },
    }).catch((error: unknown) => ({ ...problemOf(error), isFirst }));
  }

  return {
    open: (source) => turns.run(() => atDesk(source, (desk) => desk.opening)),
    draw: (source, page, width) =>
      turns.run(async () => {
        const drawing = await atDesk(source, (desk) => drawAt(desk, page, width));
        // It may be an earlier page that filled or broke the process: this one is judged in a process of its own.
        if (drawing.isFirst === false) return atDesk(source, (desk) => drawAt(desk, page, width));
        return drawing;
      }),
    async close() {
      await Promise.all([...desks].map(([key, desk]) => clear(key, desk)));
      await spare?.end();
    },
  };
}
