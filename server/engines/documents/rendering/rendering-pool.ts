import pLimit, { type LimitFunction } from 'p-limit';
import type { ChildLimits, SandboxedChild } from '#server/engines/sandbox/sandbox.ts';
import type { BlobStore } from '#server/engines/storage/object-storage.ts';
import type { ConversionCache } from '../conversion/conversion-cache.ts';
import type { DocumentSource } from '../document-source.ts';
import { collectBytes } from './collect-bytes.ts';
import { createRenderingLimit } from './limit-rendering.ts';
import type { PageSize, RenderingProblem } from './renderable-document.ts';
import { callRenderer, startRenderingProcess, toRenderingProblem } from './rendering-process.ts';
import { pageImageReply, pageListReply } from './rendering-protocol.ts';

const CHILD = new URL('./rendering-child.ts', import.meta.url);
const MAX_IMAGE_BYTES = 32 * 1024 * 1024;
/** A document that nobody turns the pages of is closed after this long, and its process ended. */
const IDLE_MS = 30_000;

type Problem = { readonly problem: RenderingProblem };
export type PageList = Problem | { readonly count: number; readonly pages: readonly PageSize[] };
export type PageImage = Problem | { readonly image: Buffer };

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
  /** Works on one request at a time. */
  readonly limit: LimitFunction;
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
  const limit = createRenderingLimit(processes);
  /** Least recently used first. */
  const sessions = new Map<string, DocumentSession>();
  /** Started ahead, since that takes as long as a page. */
  let spare: SandboxedChild | undefined;

  function closeSession(key: string, session: DocumentSession): Promise<void> {
    clearTimeout(session.idleTimer);
    if (sessions.get(key) === session) sessions.delete(key);
    if (sessions.size === 0) {
      void spare?.end();
      spare = undefined;
    }
    return session.link.end();
  }

  function takeChild(): SandboxedChild {
    const child = spare?.isHealthy() ? spare : startRenderingProcess(CHILD, limits);
    spare = startRenderingProcess(CHILD, limits);
    return child;
  }

  async function openInChild(link: SandboxedChild, source: DocumentSource): Promise<PageList> {
    const { form, blob } = (await conversions.convert(source)) ?? {};
    const opening = await callRenderer(link, {
      message: { open: form && blob ? form : source.type, maxPages: maxPages, timeoutMs: limits.timeoutMs },
      bytes: blob ? () => temporaryStore.open(blob) : source.bytes,
      reply: pageListReply,
      receive: async (reply, bytes) => {
        await collectBytes(bytes, 0);
        return reply;
      },
    });
    // A program is there for it, and could make nothing of it either.
    const isRefused = form !== undefined && 'problem' in opening && opening.problem === 'unsupported';
    return isRefused ? { problem: 'damaged' } : opening;
  }

  function openSession(source: DocumentSource): DocumentSession {
    for (const [key, session] of sessions) {
      if (sessions.size < processes) break;
      // There is an idle one, because `limit` admits no more work at a time than there may be sessions.
      if (session.users === 0) void closeSession(key, session);
    }
    const link = takeChild();
    const opening = openInChild(link, source).catch(toRenderingProblem);
    return { link, opening, limit: pLimit(1), users: 0, renderedPages: 0, idleTimer: undefined };
  }

  /** Works at the document's session, alone. */
  async function inSession<T>(
    source: DocumentSource,
    work: (session: DocumentSession) => Promise<T>,
  ): Promise<T> {
    const { key } = source;
    const found = sessions.get(key);
    const session = found?.link.isHealthy() ? found : openSession(source);
    sessions.delete(key);
    sessions.set(key, session);
    clearTimeout(session.idleTimer);
    session.users += 1;
    try {
      return await session.limit(() => work(session));
    } finally {
      session.users -= 1;
      if (!session.link.isHealthy()) void closeSession(key, session);
      else if (session.users === 0)
        session.idleTimer = setTimeout(() => void closeSession(key, session), IDLE_MS).unref();
    }
  }

  async function renderInSession(
    session: DocumentSession,
    page: number,
    width: number,
  ): Promise<PageImage & { isFirst?: boolean }> {
    const opening = await session.opening;
    if ('problem' in opening) return opening;
    const isFirst = session.renderedPages === 0;
    session.renderedPages += 1;
    const { timeoutMs } = limits;
    return callRenderer(session.link, {
      message: { page, width, timeoutMs },
      reply: pageImageReply,
      receive: async (reply, bytes) => {
        const image = await collectBytes(bytes, MAX_IMAGE_BYTES);
        return 'problem' in reply ? reply : { image };
      },
    }).catch((error: unknown) => ({ ...toRenderingProblem(error), isFirst }));
  }

  return {
    listPages: (source) => limit(() => inSession(source, (session) => session.opening)),
    renderPage: (source, page, width) =>
      limit(async () => {
        const drawing = await inSession(source, (session) => renderInSession(session, page, width));
        // It may be an earlier page that filled or broke the process: this one is judged in a process of its own.
        if (drawing.isFirst === false)
          return inSession(source, (session) => renderInSession(session, page, width));
        return drawing;
      }),
    async close() {
      await Promise.all([...sessions].map(([key, session]) => closeSession(key, session)));
      await spare?.end();
    },
  };
}
