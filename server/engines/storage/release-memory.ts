/** Gives a chunk's memory back unless it shares it with others, as small buffers do; it is empty afterwards. */
export function releaseMemory({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Hands chunks on to somebody who copies them, and frees each when the next is asked for. */
export async function* releaseAfterUse(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    yield chunk;
    releaseMemory(chunk);
  }
}
