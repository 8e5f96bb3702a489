import { ChildFailedError } from '#server/engines/sandbox/sandbox.ts';

/** Joins what a child sends, up to a size that no honest one passes. */
export async function collectBytes(bytes: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxBytes) throw new ChildFailedError('damaged');
    chunks.push(chunk);
  }
  const [only, ...others] = chunks;
  return only && others.length === 0 ? only : Buffer.concat(chunks);
}
