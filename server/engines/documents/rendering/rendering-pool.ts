import pLimit, { type LimitFunction } from 'p-limit';
import type { ChildLimits, SandboxedChild } from '#server/engines/sandbox/sandbox.ts';
import type { DocumentSource } from '../document-source.ts';
import { SpareProcess } from '../spare-process.ts';
import { createRenderingLimit, type RenderingLimit } from './limit-rendering.ts';
import { callRenderer, collectBytes, startRenderingProcess, toPassingProblem } from './rendering-process.ts';
import {
  pageImageReply,
  pageListReply,
  type TextSearch,
  textMatchesReply,
  type WantedPage,
} from './rendering-protocol.ts';
import type { PageImage, PageList, TextMatches } from './rendering-results.ts';

const CHILD = new URL('./rendering-child.ts', import.meta.url);
const MAX_IMAGE_BYTES = 32 * 1024 * 1024;
/** After this long without a request a document is closed and its process ended. */
const IDLE_MS = 30_000;

/** A document that is open in a process of its own. */
interface DocumentSession {
  readonly child: SandboxedChild;
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
}

/** Keeps at most `processes` documents open. Rejects only for failures that are not the document's fault. */
export class RenderingPool {
  readonly #options: RenderingPoolOptions;
  readonly #limit: RenderingLimit;
  /** Least recently used first. */
  readonly #sessions = new Map<string, DocumentSession>();
  readonly #spare: SpareProcess<SandboxedChild>;

  constructor(options: RenderingPoolOptions) {
    this.#options = options;
    this.#limit = createRenderingLimit(options.processes);
    this.#spare = new SpareProcess(() => startRenderingProcess(CHILD, options));
  }

  listPages(source: DocumentSource): Promise<PageList> {
    const open = () => this.#withSession(source, (session) => session.opening);
    return this.#limit(source.owner, async () => {
      const opening = await open();
      return hasEndedProcess(opening) ? open() : opening;
    });
  }

  /** Returns a JPEG; `page` counts from 1, `width` is in pixels. */
  renderPage(source: DocumentSource, page: number, width: number): Promise<PageImage> {
    return this.#render(source, { page, width });
  }

  /** Returns the page as watermarks are drawn on it soonest, which only the process that draws them can read. */
  renderPixels(source: DocumentSource, page: number, width: number): Promise<PageImage> {
    return this.#render(source, { page, width, as: 'pixels' });
  }

  /** Returns an image as a PNG, with its transparency. */
  renderPng(source: DocumentSource, width: number): Promise<PageImage> {
    return this.#render(source, { page: 1, width, as: 'png' });
  }

  #render(source: DocumentSource, wanted: WantedPage): Promise<PageImage> {
    const render = () =>
      this.#withSession(source, (session) => renderInSession(session, wanted, this.#options.timeoutMs));
    return this.#limit(source.owner, async () => {
      const rendered = await render();
      // An earlier page may have filled or broken the process: this page gets a process of its own.
      const isLater = rendered.isFirst === false;
      return isLater || (rendered.isFirst === undefined && hasEndedProcess(rendered)) ? render() : rendered;
    });
  }

  findText(source: DocumentSource, search: TextSearch): Promise<TextMatches> {
    const { timeoutMs } = this.#options;
    return this.#limit(source.owner, () =>
      this.#withSession(source, (session) => findInSession(session, search, timeoutMs)),
    );
  }

  /** Ends all processes; what is asked for later rejects. */
  async close(): Promise<void> {
    const closed = this.#spare.close();
    await Promise.all([...this.#sessions].map(([key, session]) => this.#closeSession(key, session)));
    await closed;
  }

  /** Runs `work` alone on the document's session, which is opened if necessary. */
  async #withSession<T>(source: DocumentSource, work: (session: DocumentSession) => Promise<T>): Promise<T> {
    const { key } = source;
    const found = this.#sessions.get(key);
    const session = found?.child.isHealthy() ? found : this.#openSession(source);
    this.#sessions.delete(key);
    this.#sessions.set(key, session);
    clearTimeout(session.idleTimer);
    session.users += 1;
    try {
      return await session.limit(() => work(session));
    } finally {
      session.users -= 1;
      if (!session.child.isHealthy()) void this.#closeSession(key, session);
      else if (session.users === 0)
        session.idleTimer = setTimeout(() => void this.#closeSession(key, session), IDLE_MS).unref();
    }
  }

  #openSession(source: DocumentSource): DocumentSession {
    for (const [key, session] of this.#sessions) {
      if (this.#sessions.size < this.#options.processes) break;
      // There is an idle session, because `limit` admits no more work at a time than there may be sessions.
      if (session.users === 0) void this.#closeSession(key, session);
    }
    const child = this.#spare.take();
    const opening = openInChild(child, source, this.#options).catch(toPassingProblem);
    return { child, opening, limit: pLimit(1), users: 0, renderedPages: 0, idleTimer: undefined };
  }

  #closeSession(key: string, session: DocumentSession): Promise<void> {
    clearTimeout(session.idleTimer);
    if (this.#sessions.get(key) === session) this.#sessions.delete(key);
    if (this.#sessions.size === 0) void this.#spare.end();
    return session.child.end();
  }
}

/** Returns whether opening a document is worth a second process. The time for it is given once. */
const hasEndedProcess = (opening: PageList | PageImage): boolean =>
  'problem' in opening && opening.mayPass === true && opening.problem !== 'too-long';

function openInChild(
  child: SandboxedChild,
  { type, bytes }: DocumentSource,
  { maxPages, timeoutMs }: RenderingPoolOptions,
): Promise<PageList> {
  return callRenderer(child, {
    message: { open: type, maxPages, timeoutMs },
    bytes,
    reply: pageListReply,
    receive: async (reply, rest) => {
      await collectBytes(rest, 0);
      return reply;
    },
  });
}

async function renderInSession(
  session: DocumentSession,
  wanted: WantedPage,
  timeoutMs: number,
): Promise<PageImage & { isFirst?: boolean }> {
  const opening = await session.opening;
  if ('problem' in opening) return opening;
  const isFirst = session.renderedPages === 0;
  session.renderedPages += 1;
  return callRenderer(session.child, {
    message: { ...wanted, timeoutMs },
    reply: pageImageReply,
    receive: async (reply, bytes) => {
      const image = await collectBytes(bytes, MAX_IMAGE_BYTES);
      return 'problem' in reply ? reply : { image };
    },
  }).catch((error: unknown) => ({ ...toPassingProblem(error), isFirst }));
}

async function findInSession(
  session: DocumentSession,
  search: TextSearch,
  timeoutMs: number,
): Promise<TextMatches> {
  const opening = await session.opening;
  if ('problem' in opening) return opening;
  return callRenderer(session.child, {
    message: { ...search, timeoutMs },
    reply: textMatchesReply,
    receive: async (reply, bytes) => {
      await collectBytes(bytes, 0);
      return reply;
    },
  }).catch(toPassingProblem);
}
