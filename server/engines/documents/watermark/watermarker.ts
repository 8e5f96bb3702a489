import { Readable } from 'node:stream';
import type { ChildLimits, ChildLink } from '#server/engines/sandbox/sandboxed-child.ts';
import { askRenderer, problemOf, startRenderer } from '../rendering/rendering-process.ts';
import { collectBytes } from '../rendering/collect-bytes.ts';
import type { DrawingProblem } from '../rendering/renderable-document.ts';
import { markingReply } from './watermark-protocol.ts';
import { createTurns } from '../rendering/semaphore.ts';

const CHILD = new URL('./watermark-child.ts', import.meta.url);
const LARGEST_PICTURE = 32 * 1024 * 1024;
/** A process is given up after this many, so that what the library leaks does not stay. */
const PICTURES_PER_PROCESS = 500;

interface Worker {
  readonly link: ChildLink;
  readonly served: number;
}

export interface PageMarker {
  /** A JPEG with a text in its pixels. Takes only pictures that were drawn here. */
  markPicture(picture: Buffer, text: string): Promise<Buffer>;
  /** Hands the marked PDF to `keep`, or says why it can't be marked. */
  markPdf<T>(
    bytes: () => Promise<Readable>,
    text: string,
    keep: (marked: Readable) => Promise<T>,
  ): Promise<{ problem: DrawingProblem } | T>;
  close(): Promise<void>;
}

export function createPageMarker(processes: number, limits: ChildLimits): PageMarker {
  const pictureTurns = createTurns(processes);
  const pdfTurns = createTurns(processes);
  const idle: Worker[] = [];
  const live = new Set<ChildLink>();
  let isClosed = false;

  function start(): ChildLink {
    const link = startRenderer(CHILD, limits);
    live.add(link);
    return link;
  }

  async function end(link: ChildLink): Promise<void> {
    live.delete(link);
    await link.end();
  }

  function takeWorker(): Worker {
    const worker = idle.pop();
    if (worker?.link.isHealthy()) return worker;
    // It died while nobody looked.
    if (worker) void end(worker.link);
    return { link: start(), served: 0 };
  }

  function giveBack({ link, served }: Worker): void {
    if (link.isHealthy() && served < PICTURES_PER_PROCESS) {
      idle.push({ link, served: served + 1 });
      return;
    }
    void end(link);
    // Started ahead: whoever comes next would wait for it.
    if (!isClosed) idle.push({ link: start(), served: 0 });
  }

  return {
    markPicture: (picture, text) =>
      pictureTurns.run(async () => {
        const worker = takeWorker();
        const marked = await askRenderer(worker.link, {
          message: { kind: 'image', text },
          bytes: async () => Readable.from([picture]),
          reply: markingReply,
          receive: (_said, bytes) => collectBytes(bytes, LARGEST_PICTURE),
        }).finally(() => giveBack(worker));
        // Never without its mark.
        if (marked.length === 0) throw new Error('a drawn page could not be marked');
        return marked;
      }),
    markPdf: (bytes, text, keep) =>
      pdfTurns.run(async () => {
        // A process of its own, since others' documents may be hostile.
        const link = start();
        try {
          return await askRenderer(link, {
            message: { kind: 'pdf', text },
            bytes,
            reply: markingReply,
            receive: async (said, marked) => ('problem' in said ? said : keep(Readable.from(marked))),
          });
        } catch (error) {
          return problemOf(error);
        } finally {
          await end(link);
        }
      }),
    async close() {
      isClosed = true;
      await Promise.all([...live].map((link) => link.end()));
    },
  };
}
