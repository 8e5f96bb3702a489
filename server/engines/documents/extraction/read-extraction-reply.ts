import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { ChildFailedError, parseFrame, type ReplyFrames } from '#server/engines/sandbox/sandbox.ts';
import { MAX_BLOCKS } from '../blocks/block-writer.ts';
import {
  type Block,
  blockKinds,
  documentTypes,
  type Extraction,
  extractionReasonCodes,
  unreadableStatuses,
} from '../blocks/document-text.ts';
import type { ExtractionRequest } from './extraction-request.ts';

const place = { page: z.int().positive(), sheet: z.string(), range: z.string(), slide: z.int().positive() };
const block = z.strictObject({
  kind: z.enum(blockKinds),
  text: z.string().min(1),
  headings: z.array(z.string()),
  page: place.page.exactOptional(),
  sheet: place.sheet.exactOptional(),
  range: place.range.exactOptional(),
  slide: place.slide.exactOptional(),
  isHidden: z.literal(true).exactOptional(),
  start: z.int(),
  end: z.int(),
});

const MAX_REASONS = 10;
const pageCount = z.int().positive();
const reason = z.discriminatedUnion('code', [
  z.strictObject({ code: z.enum(extractionReasonCodes) }),
  z.strictObject({ code: z.literal('wrong-content'), type: z.enum(documentTypes) }),
  z.strictObject({ code: z.literal('pages-not-reached'), reached: z.int().nonnegative(), count: pageCount }),
  z.strictObject({ code: z.literal('pages-damaged'), failed: pageCount, count: pageCount }),
]);
const reasons = z.array(reason).min(1).max(MAX_REASONS);
const imagePages = z.array(z.int().positive()).max(100_000);
const text = { title: z.string().nullable(), pages: z.int().nullable(), imagePages };

/** Frames from the child: blocks in order, then one with the outcome. */
const extractionReply = z.union([
  block,
  z.strictObject({ id: z.string(), status: z.enum(unreadableStatuses), reasons }),
  z.strictObject({ id: z.string(), status: z.literal('no-text'), reasons, imagePages }),
  z.strictObject({ id: z.string(), status: z.literal('indexed'), ...text }),
  z.strictObject({ id: z.string(), status: z.literal('partly'), reasons, ...text }),
]);

/** Checking this many takes about a millisecond; then others have their turn on the main thread. */
const BLOCKS_PER_SLICE = 100;

/** Puts a reply together, trusting nothing: a child that a document has turned may write anything. */
export async function readExtractionReply(
  frames: ReplyFrames,
  expected: ExtractionRequest,
): Promise<Extraction> {
  const blocks: Block[] = [];
  let end = -1;
  for (;;) {
    const message = parseFrame((await frames.next()).value, extractionReply);
    if ('kind' in message) {
      const isInOrder = message.start === end + 1 && message.end === message.start + message.text.length;
      end = message.end;
      if (!isInOrder || end > expected.maxText || blocks.length >= MAX_BLOCKS)
        throw new ChildFailedError('damaged', 'a block is out of order');
      blocks.push(message);
      if (blocks.length % BLOCKS_PER_SLICE === 0) await setImmediate();
      continue;
    }
    const { id, ...outcome } = message;
    if (id !== expected.id) throw new ChildFailedError('damaged', 'the reply is to another request');
    if (outcome.status !== 'indexed' && outcome.status !== 'partly') return outcome;
    if (blocks.length === 0) throw new ChildFailedError('damaged', 'the reply says indexed without text');
    return { ...outcome, blocks };
  }
}
