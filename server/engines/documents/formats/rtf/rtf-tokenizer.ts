/** A piece of rich text: a group's ends, a control word with its number, a character by its code, or plain bytes. */
export type RtfToken =
  | { kind: 'open' }
  | { kind: 'close' }
  | { kind: 'word'; word: string; value: number | undefined }
  | { kind: 'text'; bytes: Uint8Array; isOneCharacter: boolean };

const [OPEN, CLOSE, BACKSLASH, QUOTE, SPACE, MINUS] = [0x7b, 0x7d, 0x5c, 0x27, 0x20, 0x2d];
const [CARRIAGE_RETURN, LINE_FEED] = [0x0d, 0x0a];
/** The longest word of the format has 25 letters; a malicious file has words of millions. */
const MAX_WORD_LENGTH = 32;
const MAX_DIGITS = 10;

export function* tokenizeRtf(bytes: Buffer): Generator<RtfToken, undefined> {
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === OPEN || byte === CLOSE) {
      yield { kind: byte === OPEN ? 'open' : 'close' };
      at += 1;
    } else if (byte === CARRIAGE_RETURN || byte === LINE_FEED) at += 1;
    else if (byte === BACKSLASH) {
      const { token, end } = readControl(bytes, at + 1);
      // The following bytes are an image, not text; they may include braces.
      const isBinary = token.kind === 'word' && token.word === 'bin';
      at = isBinary ? end + Math.max(0, token.value ?? 0) : end;
      if (!isBinary) yield token;
    } else {
      const from = at;
      while (at < bytes.length && !isDelimiter(bytes[at])) at += 1;
      yield { kind: 'text', bytes: bytes.subarray(from, at), isOneCharacter: false };
    }
  }
  return undefined;
}

function readControl(bytes: Buffer, from: number): { token: RtfToken; end: number } {
  let at = from;
  if (bytes[at] === QUOTE) {
    const code = Number.parseInt(bytes.toString('latin1', at + 1, at + 3), 16);
    const text = Number.isNaN(code) ? [] : [code];
    return { token: { kind: 'text', bytes: Uint8Array.from(text), isOneCharacter: true }, end: at + 3 };
  }
  while (isLetter(bytes[at]) && at - from < MAX_WORD_LENGTH) at += 1;
  if (at === from) {
    const symbol = String.fromCharCode(bytes[at] ?? SPACE);
    return { token: { kind: 'word', word: symbol, value: undefined }, end: at + 1 };
  }
  const word = bytes.toString('latin1', from, at);
  const digits = at;
  if (bytes[at] === MINUS) at += 1;
  while (isDigit(bytes[at]) && at - digits < MAX_DIGITS) at += 1;
  const value = at === digits ? undefined : Number(bytes.toString('latin1', digits, at));
  return { token: { kind: 'word', word, value }, end: bytes[at] === SPACE ? at + 1 : at };
}

function isDelimiter(byte: number | undefined): boolean {
  return (
    byte === OPEN || byte === CLOSE || byte === BACKSLASH || byte === CARRIAGE_RETURN || byte === LINE_FEED
  );
}

function isLetter(byte = 0): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
}

function isDigit(byte = 0): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
