/** A text's characters: by its byte-order mark, else UTF-8, else, as older Windows programs write, the code page of the West. */
export function decodeText(bytes: Uint8Array<ArrayBuffer>): string {
  const marked = markedEncoding(bytes);
  if (marked) return new TextDecoder(marked).decode(bytes, WHOLE_CHARACTERS);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, WHOLE_CHARACTERS);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The bytes may have been cut within a character, which is then left out. */
const WHOLE_CHARACTERS = { stream: true };

/** UTF-16 by its mark; what has none can be anything. */
export function markedEncoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}
