import { ChildEnded } from '#server/engines/sandbox/sandboxed-child.ts';

/** Joins what a child sends, up to a size that no honest one passes. */
export async function collectBytes(bytes: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > most) throw new ChildEnded('damaged');
    chunks.push(chunk);
  }
  const [only, ...others] = chunks;
  return only && others.length === 0 ? only : Buffer.concat(chunks);
}
