import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { type Block, blockKinds, documentTypes, type Extraction } from './block.ts';
import { MAX_BLOCKS } from './block-writer.ts';

/** First frame to the child; the document's bytes follow in frames of their own, then an empty one. */
export const request = z.object({
  /** Said back in the reply, so that what an earlier document left in the pipe is not taken for this one's. */
  id: z.string(),
  type: z.enum(documentTypes),
  maxInflated: z.number(),
  maxText: z.number(),
  timeoutMs: z.int().positive(),
});
export type Request = z.infer<typeof request>;

const place = { page: z.int().positive(), sheet: z.string(), range: z.string(), slide: z.int().positive() };
const block = z.strictObject({
  kind: z.enum(blockKinds),
  text: z.string().min(1),
  headings: z.array(z.string()),
  page: place.page.exactOptional(),
  sheet: place.sheet.exactOptional(),
  range: place.range.exactOptional(),
  slide: place.slide.exactOptional(),
  start: z.int(),
  end: z.int(),
});

/** Frames from the child: blocks in order, then one with the outcome. */
const reply = z.union([
  block,
  z.strictObject({ id: z.string(), status: z.enum(['no-text', 'failed']), reason: z.string().max(300) }),
  z.strictObject({
    id: z.string(),
    status: z.literal('indexed'),
    title: z.string().nullable(),
    pages: z.int().nullable(),
    cut: z.boolean(),
  }),
]);

/** Checking this many takes about a millisecond; then others have their turn on the main thread. */
const BLOCKS_PER_TURN = 100;

/** Puts a reply together, trusting nothing: a child that a document has turned may write anything. */
export async function readReply(
  frames: AsyncGenerator<Buffer, undefined>,
  expected: Request,
): Promise<Extraction | undefined> {
  const blocks: Block[] = [];
  let end = -1;
  for (let next = await frames.next(); !next.done; next = await frames.next()) {
    const message = reply.parse(JSON.parse(next.value.toString()));
    if ('kind' in message) {
      const isInOrder = message.start === end + 1 && message.end === message.start + message.text.length;
      end = message.end;
      if (!isInOrder || end > expected.maxText || blocks.length >= MAX_BLOCKS)
        throw new Error('a block is out of order');
      blocks.push(message);
      if (blocks.length % BLOCKS_PER_TURN === 0) await setImmediate();
      continue;
    }
    const { id, ...outcome } = message;
    if (id !== expected.id) throw new Error('the reply is to another request');
    if (outcome.status !== 'indexed') return outcome;
    if (blocks.length === 0) throw new Error('the reply says indexed without text');
    return { ...outcome, blocks };
  }
  return undefined;
}
