import { Readable } from 'node:stream';
import { ChildEnded, type ChildLimits, type ChildLink, startChild } from './child-link.ts';
import { collectBytes } from './collect-bytes.ts';
import type { DrawingProblem } from './drawn-document.ts';
import { markingReply } from './marking-protocol.ts';
import { createTurns } from './turns.ts';

const CHILD = new URL('./marking-child.ts', import.meta.url);
const LARGEST_PICTURE = 32 * 1024 * 1024;

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
  const pdfTurns = createTurns(1);
  const idle: ChildLink[] = [];
  const live = new Set<ChildLink>();

  function start(): ChildLink {
    const link = startChild(CHILD, limits);
    live.add(link);
    return link;
  }

  return {
    markPicture: (picture, text) =>
      pictureTurns.run(async () => {
        const link = idle.pop() ?? start();
        const marked = await link
          .ask({
            message: { kind: 'image', text },
            bytes: async () => Readable.from([picture]),
            reply: markingReply,
            receive: (_said, bytes) => collectBytes(bytes, LARGEST_PICTURE),
          })
          .finally(() => (link.isHealthy() ? idle.push(link) : live.delete(link)));
        // Never without its mark.
        if (marked.length === 0) throw new Error('a drawn page could not be marked');
        return marked;
      }),
    markPdf: (bytes, text, keep) =>
      pdfTurns.run(async () => {
        // A process of its own, since others' documents may be hostile.
        const link = start();
        try {
          return await link.ask({
            message: { kind: 'pdf', text },
            bytes,
            reply: markingReply,
            receive: async (said, marked) => ('problem' in said ? said : keep(Readable.from(marked))),
          });
        } catch (error) {
          if (error instanceof ChildEnded) return { problem: error.problem };
          throw error;
        } finally {
          await link.end();
          live.delete(link);
        }
      }),
    async close() {
      await Promise.all([...live].map((link) => link.end()));
    },
  };
}
