import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  ChildFailedError,
  type ChildLimits,
  parseFrame,
  type ReplyFrames,
  SandboxedChild,
} from '#server/engines/sandbox/sandbox.ts';
import { OwnerProcesses } from '../owner-processes.ts';
import { createRenderingLimit } from '../rendering/limit-rendering.ts';
import type { ComparisonRequest, PartStart } from './compare-part.ts';

const CHILD = new URL('./compare-child.ts', import.meta.url);
const DOCUMENTS_FOLDER = new URL('..', import.meta.url);
const SHARED_DOMAIN_FOLDER = new URL('../../../../shared/domain/', import.meta.url);
const COMPARISONS_PER_PROCESS = 50;
/** Above the number of blocks that fit in a part. */
const MAX_FRAMES = 1_000_000;

const offset = z.int().nonnegative();
const page = z.int().positive().nullable();
const piece = z.strictObject({
  start: offset,
  page,
  cells: z.string().nullable(),
  kind: z.string(),
  text: z.string(),
});
const row = z.strictObject({ a: z.array(piece), b: z.array(piece) });
const place = z.strictObject({ page, start: offset, end: offset });
const hunk = z.strictObject({
  kind: z.enum(['insert', 'delete', 'move', 'replace']),
  a: place.nullable(),
  b: place.nullable(),
});
const outcome = z.strictObject({ next: z.strictObject({ a: offset, b: offset, page }).nullable() });
const item = z.union([row, hunk]);

type ComparedRow = z.infer<typeof row>;
type ComparisonHunk = z.infer<typeof hunk>;

export interface ComparedPart {
  readonly rows: readonly ComparedRow[];
  readonly hunks: readonly ComparisonHunk[];
  /** The start of the next part; `null` at the end of both texts. */
  readonly next: (PartStart & { readonly page: number | null }) | null;
}

interface Texts {
  /** The owner of both texts. */
  readonly owner: string;
  /** The blocks of each text as lines of JSON. */
  readonly a: () => Promise<Readable>;
  readonly b: () => Promise<Readable>;
}

/** Compares extracted texts in child processes, at most `concurrency` at a time. */
export class TextComparer {
  readonly #limit: ReturnType<typeof createRenderingLimit>;
  readonly #processes: OwnerProcesses<ReturnType<typeof startProcess>>;

  constructor(concurrency: number, limits: ChildLimits) {
    this.#limit = createRenderingLimit(concurrency);
    this.#processes = new OwnerProcesses(() => startProcess(limits), { maxIdle: 1, keepsSpare: false });
  }

  /** Returns the changes, or undefined when the texts cannot be compared within the limits of time and memory. */
  compare({ owner, a, b }: Texts, request: ComparisonRequest): Promise<ComparedPart | undefined> {
    return this.#limit(owner, async () => {
      const process = this.#processes.acquire(owner);
      process.handledCount += 1;
      try {
        const bytes = async () => Readable.from(joinTexts(a, b));
        return await process.child.request({ message: request, bytes, read: readPart });
      } catch (error) {
        if (error instanceof ChildFailedError) return undefined;
        throw error;
      } finally {
        await this.#processes.release(owner, process, process.handledCount < COMPARISONS_PER_PROCESS);
      }
    });
  }

  close(): Promise<void> {
    return this.#processes.close();
  }
}

function startProcess(limits: ChildLimits) {
  const child = new SandboxedChild(
    { file: CHILD, folders: [DOCUMENTS_FOLDER, SHARED_DOMAIN_FOLDER] },
    limits,
  );
  return { child, handledCount: 0, isHealthy: () => child.isHealthy(), end: () => child.end() };
}

/** Lines never are empty, so that an empty one separates the texts. */
async function* joinTexts(a: Texts['a'], b: Texts['b']): AsyncGenerator<Buffer> {
  let hasText = false;
  for await (const chunk of await a()) {
    hasText = true;
    yield chunk;
  }
  // Each line of a text ends with a line break.
  yield Buffer.from(hasText ? '\n' : '\n\n');
  yield* await b();
}

async function readPart(frames: ReplyFrames): Promise<ComparedPart> {
  const { next } = parseFrame((await frames.next()).value, outcome);
  const rows: ComparedRow[] = [];
  const hunks: ComparisonHunk[] = [];
  for await (const frame of frames) {
    if (frame.length === 0) return { rows, hunks, next };
    const found = parseFrame(frame, item);
    if ('kind' in found) hunks.push(found);
    else rows.push(found);
    if (rows.length + hunks.length > MAX_FRAMES) throw new ChildFailedError('too-large');
  }
  throw new ChildFailedError('damaged');
}
