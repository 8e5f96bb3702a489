import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip, gunzipSync, gzipSync } from 'node:zlib';
import type { Services } from '#server/app/context.ts';
import { findBlob } from '#server/authorization/stored-objects/blob-rows.ts';
import type { Block } from '#server/engines/documents/document-engine.ts';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';

/** Above the JSON size of the longest text that extraction produces. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024;

/** Packed and unpacked at once, in less than a millisecond: streams take several times as long for so little. */
const MAX_SMALL_TEXT = 32 * 1024;
const MAX_SMALL_BLOCKS = 500;
const MAX_SMALL_PACKED_BYTES = 16 * 1024;
const MAX_SMALL_JSON_BYTES = 256 * 1024;

/** Stores a document's blocks as an encrypted object, from which the index can be rebuilt. */
export async function storeBlocks(services: Services, blocks: readonly Block[]): Promise<StoredBlob> {
  return services.blobs.put(packBlocks(blocks), { maxBytes: MAX_TEXT_BYTES });
}

function packBlocks(blocks: readonly Block[]): Readable {
  const isSmall = blocks.length <= MAX_SMALL_BLOCKS && lengthOf(blocks) <= MAX_SMALL_TEXT;
  if (isSmall) return Readable.from([gzipSync([...serializeBlocks(blocks)].join(''))]);
  const gzip = createGzip();
  // An error reaches the store, which reads the end of the pipe and then keeps nothing.
  pipeline(Readable.from(serializeBlocks(blocks)), gzip, () => {});
  return gzip;
}

const lengthOf = (blocks: readonly Block[]): number =>
  blocks.reduce(
    (sum, { text, headings }) =>
      headings.reduce((ofBlock, heading) => ofBlock + heading.length, sum + text.length),
    0,
  );

function* serializeBlocks(blocks: readonly Block[]): Generator<string> {
  for (const block of blocks) yield `${JSON.stringify(block)}\n`;
}

/** Reads blocks one by one, so that a large text does not block requests. Yields nothing when the object was replaced. */
export async function* readBlocks(services: Services, key: string): AsyncGenerator<Block, void> {
  const blob = await findBlob(services.db, key);
  if (!blob) return;
  const stored = { key: blob.key, size: blob.size, wrappedKey: blob.wrapped_key };
  const small =
    blob.size <= MAX_SMALL_PACKED_BYTES ? unpackSmall(await services.blobs.read(stored)) : undefined;
  if (small !== undefined) {
    yield* small;
    return;
  }
  const packed = await services.blobs.open(stored);
  const text = createGunzip().setEncoding('utf8');
  pipeline(packed, text, () => {});
  let rest = '';
  for await (const piece of text) {
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as Block; // storeBlocks wrote it
  }
}

/** Returns the blocks of a packed text; nothing of one that takes too much room to be unpacked at once. */
function unpackSmall(packed: Buffer): Block[] | undefined {
  try {
    const text = gunzipSync(packed, { maxOutputLength: MAX_SMALL_JSON_BYTES }).toString();
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Block])); // storeBlocks wrote it
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
