import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import type { Services } from '#server/app/context.ts';
import type { Block } from '#server/engines/documents/document-engine.ts';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';
import { findBlob } from '../queries.ts';

/** Above the JSON size of the longest text that extraction produces. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024;

/** Stores a document's blocks as an encrypted object, from which the index can be rebuilt. */
export async function storeBlocks(services: Services, blocks: readonly Block[]): Promise<StoredBlob> {
  const lines = Readable.from(serializeBlocks(blocks));
  const gzip = createGzip();
  // An error reaches the store, which reads the end of the pipe and then keeps nothing.
  pipeline(lines, gzip, () => {});
  return services.blobs.put(gzip, { maxBytes: MAX_TEXT_BYTES });
}

function* serializeBlocks(blocks: readonly Block[]): Generator<string> {
  for (const block of blocks) yield `${JSON.stringify(block)}\n`;
}

/** Reads blocks one by one, so that a large text does not block requests. Yields nothing when the object was replaced. */
export async function* readBlocks(services: Services, key: string): AsyncGenerator<Block, void> {
  const blob = await findBlob(services.db, key);
  if (!blob) return;
  const packed = await services.blobs.open({ key: blob.key, size: blob.size, wrappedKey: blob.wrapped_key });
  const text = createGunzip().setEncoding('utf8');
  pipeline(packed, text, () => {});
  let rest = '';
  for await (const piece of text) {
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop() ?? '';
    // Written by storeBlocks and authenticated by its encryption.
    for (const line of lines) yield JSON.parse(line) as Block;
  }
}
