import { Readable } from 'node:stream';
import type { ChildLimits } from '#server/engines/sandbox/sandbox.ts';
import type { ComparedImages } from '../compare/mark-changes.ts';
import type { DocumentSource } from '../document-source.ts';
import { OwnerProcesses } from '../owner-processes.ts';
import { createRenderingLimit, type RenderingLimit } from '../rendering/limit-rendering.ts';
import type { RenderingProblem } from '../rendering/renderable-document.ts';
import {
  callRenderer,
  collectBytes,
  startRenderingProcess,
  toRenderingProblem,
} from '../rendering/rendering-process.ts';
import { type WatermarkRequest, watermarkReply } from '../rendering/rendering-protocol.ts';
import type { WatermarkText } from './draw-watermark.ts';

const CHILD = new URL('./watermark-child.ts', import.meta.url);
const MAX_IMAGE_BYTES = 32 * 1024 * 1024;
/** A process ends after this many images, so that leaked memory does not accumulate. */
const IMAGES_PER_PROCESS = 500;

type WatermarkProcess = ReturnType<typeof startWatermarkProcess>;

function startWatermarkProcess(limits: ChildLimits) {
  const child = startRenderingProcess(CHILD, limits);
  return { child, handledCount: 0, isHealthy: () => child.isHealthy(), end: () => child.end() };
}

/** Draws watermarks in at most `concurrency` child processes for images, and as many for PDFs. */
export class Watermarker {
  readonly #limitImages: RenderingLimit;
  readonly #limitPdfs: RenderingLimit;
  readonly #processes: OwnerProcesses<WatermarkProcess>;

  constructor(concurrency: number, limits: ChildLimits) {
    this.#limitImages = createRenderingLimit(concurrency);
    this.#limitPdfs = createRenderingLimit(concurrency);
    this.#processes = new OwnerProcesses(() => startWatermarkProcess(limits), {
      maxIdle: concurrency,
      keepsSpare: true,
    });
  }

  /**
   * Returns a JPEG with `text` in its pixels. Accepts only images that were rendered here, of a document of `owner`; those may
   * be pixels (`renderPixels`).
   */
  watermarkImage(
    image: Buffer,
    text: WatermarkText,
    owner: string,
    { isCompact = false }: { isCompact?: boolean } = {},
  ): Promise<Buffer> {
    return this.#drawOnImage(owner, { kind: 'image', text, isCompact }, [image]);
  }

  /** Returns a PNG of a page image, or of an empty page, with a watermark that is being designed. */
  previewWatermark(image: Buffer | undefined, text: WatermarkText, owner: string): Promise<Buffer> {
    return this.#drawOnImage(owner, { kind: 'preview', text }, image ? [image] : []);
  }

  /** Returns the image of a page of one version with boxes around what differs in the other; an image may be empty, not both. */
  markChanges({ a, b }: ComparedImages, side: 'a' | 'b', owner: string): Promise<Buffer> {
    return this.#drawOnImage(owner, { kind: 'changes', split: a.length, side }, [a, b]);
  }

  #drawOnImage(owner: string, message: WatermarkRequest, images: readonly Buffer[]): Promise<Buffer> {
    return this.#limitImages(owner, async () => {
      const process = this.#processes.acquire(owner);
      process.handledCount += 1;
      const isReusable = process.handledCount < IMAGES_PER_PROCESS;
      try {
        const drawn = await callRenderer(process.child, {
          message,
          bytes: async () => Readable.from(images.filter(({ length }) => length > 0)),
          reply: watermarkReply,
          receive: (_reply, bytes) => collectBytes(bytes, MAX_IMAGE_BYTES),
        });
        // Never returns an image without its watermark.
        if (drawn.length === 0) throw new Error('a page image could not be drawn on');
        return drawn;
      } finally {
        await this.#processes.release(owner, process, isReusable);
      }
    });
  }

  /** Passes the watermarked PDF to `store`, or returns why it cannot be watermarked. */
  watermarkPdf<T>(
    { owner, bytes }: Pick<DocumentSource, 'owner' | 'bytes'>,
    text: WatermarkText,
    store: (watermarked: Readable) => Promise<T>,
  ): Promise<{ problem: RenderingProblem } | T> {
    return this.#limitPdfs(owner, async () => {
      // A process for this document alone, because it may be malicious.
      const process = this.#processes.start();
      try {
        return await callRenderer(process.child, {
          message: { kind: 'pdf', text },
          bytes,
          reply: watermarkReply,
          receive: async (reply, watermarked) =>
            'problem' in reply ? reply : store(Readable.from(watermarked)),
        });
      } catch (error) {
        return toRenderingProblem(error);
      } finally {
        await this.#processes.end(process);
      }
    });
  }

  close(): Promise<void> {
    return this.#processes.close();
  }
}
