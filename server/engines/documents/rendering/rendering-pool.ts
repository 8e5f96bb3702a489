import type { Readable } from 'node:stream';
import type { ChildLimits, SandboxedChild } from '#server/engines/sandbox/sandboxed-child.ts';
import type { BlobStore } from '#server/engines/storage/blob-store.ts';
import type { ConversionCache } from '../conversion/conversion-cache.ts';
import { collectBytes } from './collect-bytes.ts';
import type { PageSize, RenderingProblem } from './renderable-document.ts';
import { callRenderer, startRenderingProcess, toRenderingProblem } from './rendering-process.ts';
import { pageImageReply, pageListReply } from './rendering-protocol.ts';
import { createSemaphore } from './semaphore.ts';

const CHILD = new URL('./rendering-child.ts', import.meta.url);
const MAX_IMAGE_BYTES = 32 * 1024 * 1024;
/** A document that nobody turns the pages of is closed after this long, and its process ended. */
const IDLE_MS = 30_000;

/** What can be drawn: `key` names bytes that never change, `type` is how the name of the document ends. */
interface DocumentSource {
  readonly key: string;
  readonly type: string;
  bytes(): Promise<Readable>;
}

type Problem = { readonly problem: RenderingProblem };
export type PageList = Problem | { readonly count: number; readonly pages: readonly PageSize[] };
export type PageImage = Problem | { readonly picture: Buffer };

export interface RenderingPool {
  /** Rejects only for what is not the document's fault. */
  listPages(source: DocumentSource): Promise<PageList>;
  /** A JPEG; `page` counts from 1, `width` is in pixels. */
  renderPage(source: DocumentSource, page: number, width: number): Promise<PageImage>;
  close(): Promise<void>;
}

/** A document that lies open in a process of its own. */
interface DocumentSession {
  readonly link: SandboxedChild;
  readonly opening: Promise<PageList>;
  /** Who asks next waits for this one. */
  lastTask: Promise<unknown>;
  users: number;
  renderedPages: number;
  idleTimer: NodeJS.Timeout | undefined;
}

interface RenderingPoolOptions extends ChildLimits {
  processes: number;
  maxPages: number;
  conversions: ConversionCache;
  /** Where they lie. */
  temporaryStore: Pick<BlobStore, 'open'>;
}

export function createRenderingPool(options: RenderingPoolOptions): RenderingPool {
  const { processes, maxPages, conversions, temporaryStore, ...limits } = options;
  const semaphore = createSemaphore(processes);
  /** Least recently used first. */
  const sessions = new Map<string, DocumentSession>();
  /** Started ahead, since that takes as long as a page. */
  let spare: SandboxedChild | undefined;

  function closeSession(key: string, desk: DocumentSession): Promise<void> {
    clearTimeout(desk.idleTimer);
    if (sessions.get(key) === desk) sessions.delete(key);
    if (sessions.size === 0) {
      void spare?.end();
      spare = undefined;
    }
    return desk.link.end();
  }

  function takeChild(): SandboxedChild {
    const child = spare?.isHealthy() ? spare : startRenderingProcess(CHILD, limits);
    spare = startRenderingProcess(CHILD, limits);
    return child;
  }

  async function openInChild(link: SandboxedChild, source: DocumentSource): Promise<PageList> {
    const { form, blob } = (await conversions.convert(source)) ?? {};
    const opening = await callRenderer(link, {
      message: { open: form && blob ? form : source.type, mostPages: maxPages, timeoutMs: limits.timeoutMs },
      bytes: blob ? () => temporaryStore.open(blob) : source.bytes,
      reply: pageListReply,
      receive: async (said, bytes) => {
        await collectBytes(bytes, 0);
        return said;
      },
    });
    // A program is there for it, and could make nothing of it either.
    const isRefused = form !== undefined && 'problem' in opening && opening.problem === 'unsupported';
    return isRefused ? { problem: 'damaged' } : opening;
  }

  function openSession(source: DocumentSource): DocumentSession {
    for (const [key, desk] of sessions) {
      if (sessions.size < processes) break;
      // There is one without users: no more work at a time than there may be desks.
      if (desk.users === 0) void closeSession(key, desk);
    }
    const link = takeChild();
    const opening = openInChild(link, source).catch(toRenderingProblem);
    return { link, opening, lastTask: opening, users: 0, renderedPages: 0, idleTimer: undefined };
  }

  /** Works at the document's desk, alone. */
  async function inSession<T>(
    source: DocumentSource,
    work: (desk: DocumentSession) => Promise<T>,
  ): Promise<T> {
    const { key } = source;
    const found = sessions.get(key);
    const desk = found?.link.isHealthy() ? found : openSession(source);
    sessions.delete(key);
    sessions.set(key, desk);
    clearTimeout(desk.idleTimer);
    desk.users += 1;
    const mine = desk.lastTask.then(
      () => work(desk),
      () => work(desk),
    );
    desk.lastTask = mine;
    try {
      return await mine;
    } finally {
      desk.users -= 1;
      if (!desk.link.isHealthy()) void closeSession(key, desk);
      else if (desk.users === 0)
        desk.idleTimer = setTimeout(() => void closeSession(key, desk), IDLE_MS).unref();
    }
  }

  async function renderInSession(
    desk: DocumentSession,
    page: number,
    width: number,
  ): Promise<PageImage & { isFirst?: boolean }> {
    const opening = await desk.opening;
    if ('problem' in opening) return opening;
    const isFirst = desk.renderedPages === 0;
    desk.renderedPages += 1;
    const { timeoutMs } = limits;
    return callRenderer(desk.link, {
      message: { page, width, timeoutMs },
      reply: pageImageReply,
      receive: async (said, bytes) => {
        const picture = await collectBytes(bytes, MAX_IMAGE_BYTES);
        return 'problem' in said ? said : { picture };
      },
    }).catch((error: unknown) => ({ ...toRenderingProblem(error), isFirst }));
  }

  return {
    listPages: (source) => semaphore.run(() => inSession(source, (desk) => desk.opening)),
    renderPage: (source, page, width) =>
      semaphore.run(async () => {
        const drawing = await inSession(source, (desk) => renderInSession(desk, page, width));
        // It may be an earlier page that filled or broke the process: this one is judged in a process of its own.
        if (drawing.isFirst === false) return inSession(source, (desk) => renderInSession(desk, page, width));
        return drawing;
      }),
    async close() {
      await Promise.all([...sessions].map(([key, desk]) => closeSession(key, desk)));
      await spare?.end();
    },
  };
}
