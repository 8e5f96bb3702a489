/** The dictionary that every compressed text starts with ([MS-OXRTFCP] 2.1.2.1). */
const DICTIONARY = Buffer.from(
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbol' +
    'ArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx',
  'latin1',
);
const DICTIONARY_SIZE = 4096;
const HEADER_BYTES = 16;
/** At most 17 bytes come out of two, and each eight of these pairs need a byte of flags. */
const MAX_RATIO = 9;

/** Returns the rich text that Outlook keeps compressed in a message, or nothing if it is damaged. */
export function decompressRtf(bytes: Buffer): Buffer | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  const size = bytes.readUInt32LE(4);
  const content = bytes.subarray(HEADER_BYTES);
  switch (bytes.toString('latin1', 8, 12)) {
    case 'MELA':
      return content.subarray(0, size);
    case 'LZFu':
      return size <= content.length * MAX_RATIO ? inflate(content, size) : undefined;
    default:
      return undefined;
  }
}

function inflate(content: Buffer, size: number): Buffer | undefined {
  const dictionary = Buffer.alloc(DICTIONARY_SIZE);
  DICTIONARY.copy(dictionary);
  const text = Buffer.alloc(size);
  let [write, length, at] = [DICTIONARY.length, 0, 0];
  const add = (byte: number): void => {
    dictionary[write] = byte;
    write = (write + 1) % DICTIONARY_SIZE;
    if (length < size) text[length] = byte;
    length += 1;
  };
  while (length < size && at < content.length) {
    const flags = content[at] ?? 0;
    at += 1;
    for (let bit = 0; bit < 8 && length < size && at < content.length; bit += 1) {
      if ((flags & (1 << bit)) === 0) {
        add(content[at] ?? 0);
        at += 1;
        continue;
      }
      if (at + 2 > content.length) return undefined;
      const reference = content.readUInt16BE(at);
      at += 2;
      const offset = reference >> 4;
      // A reference to the place that is written next ends the text.
      if (offset === write) return text.subarray(0, Math.min(length, size));
      for (let count = (reference & 0xf) + 2, from = offset; count > 0; count -= 1, from += 1)
        add(dictionary[from % DICTIONARY_SIZE] ?? 0);
    }
  }
  return length < size ? undefined : text;
}
