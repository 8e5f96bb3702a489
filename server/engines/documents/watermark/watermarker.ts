import { Readable } from 'node:stream';
import type { ChildLimits, SandboxedChild } from '#server/engines/sandbox/sandbox.ts';
import { collectBytes } from '../rendering/collect-bytes.ts';
import { createRenderingLimit } from '../rendering/limit-rendering.ts';
import type { RenderingProblem } from '../rendering/renderable-document.ts';
import { callRenderer, startRenderingProcess, toRenderingProblem } from '../rendering/rendering-process.ts';
import { watermarkReply } from './watermark-protocol.ts';

const CHILD = new URL('./watermark-child.ts', import.meta.url);
const MAX_IMAGE_BYTES = 32 * 1024 * 1024;
/** A process is given up after this many, so that what the library leaks does not stay. */
const IMAGES_PER_PROCESS = 500;

interface WatermarkProcess {
  readonly link: SandboxedChild;
  readonly served: number;
}

export interface Watermarker {
  /** A JPEG with a text in its pixels. Takes only pictures that were drawn here. */
  watermarkImage(picture: Buffer, text: string): Promise<Buffer>;
  /** Hands the marked PDF to `keep`, or says why it can't be marked. */
  watermarkPdf<T>(
    bytes: () => Promise<Readable>,
    text: string,
    keep: (marked: Readable) => Promise<T>,
  ): Promise<{ problem: RenderingProblem } | T>;
  close(): Promise<void>;
}

export function createWatermarker(processes: number, limits: ChildLimits): Watermarker {
  const limitImages = createRenderingLimit(processes);
  const limitPdfs = createRenderingLimit(processes);
  const idle: WatermarkProcess[] = [];
  const live = new Set<SandboxedChild>();
  let isClosed = false;

  function start(): SandboxedChild {
    const link = startRenderingProcess(CHILD, limits);
    live.add(link);
    return link;
  }

  async function end(link: SandboxedChild): Promise<void> {
    live.delete(link);
    await link.end();
  }

  function acquireProcess(): WatermarkProcess {
    const worker = idle.pop();
    if (worker?.link.isHealthy()) return worker;
    // It died while nobody looked.
    if (worker) void end(worker.link);
    return { link: start(), served: 0 };
  }

  function releaseProcess({ link, served }: WatermarkProcess): void {
    if (link.isHealthy() && served < IMAGES_PER_PROCESS) {
      idle.push({ link, served: served + 1 });
      return;
    }
    void end(link);
    // Started ahead: whoever comes next would wait for it.
    if (!isClosed) idle.push({ link: start(), served: 0 });
  }

  return {
    watermarkImage: (picture, text) =>
      limitImages(async () => {
        const worker = acquireProcess();
        const marked = await callRenderer(worker.link, {
          message: { kind: 'image', text },
          bytes: async () => Readable.from([picture]),
          reply: watermarkReply,
          receive: (_said, bytes) => collectBytes(bytes, MAX_IMAGE_BYTES),
        }).finally(() => releaseProcess(worker));
        // Never without its mark.
        if (marked.length === 0) throw new Error('a drawn page could not be marked');
        return marked;
      }),
    watermarkPdf: (bytes, text, keep) =>
      limitPdfs(async () => {
        // A process of its own, since others' documents may be hostile.
        const link = start();
        try {
          return await callRenderer(link, {
            message: { kind: 'pdf', text },
            bytes,
            reply: watermarkReply,
            receive: async (said, marked) => ('problem' in said ? said : keep(Readable.from(marked))),
          });
        } catch (error) {
          return toRenderingProblem(error);
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
