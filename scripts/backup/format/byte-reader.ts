/** Takes a stream of bytes apart into lines and stretches of known length, one chunk in memory. */
export interface ByteReader {
  /** The next line without its end; nothing at the end of the stream. A longer one than `most` bytes is an error. */
  readLine(most: number): Promise<string | undefined>;
  /** The next `length` bytes; an error when there are fewer. What is left of them is passed over by the next `line`. */
  readBytes(length: number): AsyncGenerator<Buffer>;
}

const NEWLINE = 0x0a;

export function createByteReader(chunks: AsyncIterable<Buffer>): ByteReader {
  const iterator = chunks[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  let unread = 0;

  /** False at the end of the stream. */
  async function refill(): Promise<boolean> {
    while (rest.length === 0) {
      const next = await iterator.next();
      if (next.done === true) return false;
      rest = next.value;
    }
    return true;
  }

  function take(length: number): Buffer {
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length);
    return taken;
  }

  async function* readOn(): AsyncGenerator<Buffer> {
    while (unread > 0) {
      if (!(await refill())) throw new Error('it ends too early');
      const taken = take(unread);
      unread -= taken.length;
      yield taken;
    }
  }

  return {
    async readLine(most) {
      for await (const _passedOver of readOn());
      const parts: Buffer[] = [];
      let length = 0;
      while (await refill()) {
        const end = rest.indexOf(NEWLINE);
        const part = take(end === -1 ? rest.length : end);
        length += part.length;
        if (length > most) throw new Error('a line is too long');
        parts.push(part);
        if (end === -1) continue;
        take(1);
        return Buffer.concat(parts).toString('utf8');
      }
      if (length > 0) throw new Error('it ends within a line');
      return undefined;
    },
    readBytes(length) {
      unread = length;
      return readOn();
    },
  };
}
