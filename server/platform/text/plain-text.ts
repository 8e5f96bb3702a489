import { detect } from 'chardet';
import { Unreadable } from './unreadable.ts';

/** Enough to tell an encoding by its letter statistics; all of a large file would take seconds. */
const SAMPLE_BYTES = 64 * 1024;

/** The bytes may have been cut within a character, which is then left out. */
const WHOLE_CHARACTERS = { stream: true };

/** Encodings of escapes between ASCII letters, so that their bytes are valid UTF-8 as well. */
const ESCAPED = /^(?:iso-2022-|hz)/i;

/**
 * A text file's characters: by its byte-order mark, else UTF-8 if it is valid, else as `declared` says, else by the statistics
 * of its letters.
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const marked = markedEncoding(bytes);
  if (marked) return new TextDecoder(marked).decode(bytes, WHOLE_CHARACTERS);
  // What names its encoding is text, whatever it holds.
  if (declared === undefined && looksBinary(bytes)) {
    throw new Unreadable("This file's name says text, but its content is not text.", 'damaged');
  }
  const label = declared === undefined ? undefined : knownEncoding(declared);
  if (label !== undefined && ESCAPED.test(label)) return new TextDecoder(label).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, WHOLE_CHARACTERS);
  } catch {
    return new TextDecoder(label ?? guessEncoding(bytes)).decode(bytes, WHOLE_CHARACTERS);
  }
}

/** The platform's own name of an encoding, when it has a decoder for it. */
export function knownEncoding(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

function markedEncoding(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe && !(c === 0 && d === 0)) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  // Without a mark, UTF-16 is told by Western text: every second byte of its beginning is zero.
  const sample = bytes.subarray(0, 200);
  const zeros = (parity: number) => sample.filter((byte, at) => at % 2 === parity && byte === 0).length;
  const half = sample.length / 2;
  if (half >= 4 && zeros(1) > half * 0.7 && zeros(0) === 0) return 'utf-16le';
  if (half >= 4 && zeros(0) > half * 0.7 && zeros(1) === 0) return 'utf-16be';
  return undefined;
}

/** Text has no NUL and next to no other control bytes (escape sequences of old printers are the exception). */
function looksBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (sample.includes(0)) return true;
  const controls = sample.filter((byte) => byte < 0x20 && ![9, 10, 11, 12, 13, 27].includes(byte)).length;
  return controls > sample.length * 0.01;
}

function guessEncoding(bytes: Uint8Array): string {
  if (looksDosCyrillic(bytes)) return 'ibm866';
  // chardet knows names that the platform has no decoder for (UTF-32, ISO-2022-CN).
  return knownEncoding(detect(bytes.subarray(0, SAMPLE_BYTES)) ?? '') ?? 'windows-1252';
}

/** The Russian of DOS, which chardet takes for something else: its letters fill 80-AF and E0-EF, and no other code does that. */
function looksDosCyrillic(bytes: Uint8Array): boolean {
  const high = bytes.subarray(0, SAMPLE_BYTES).filter((byte) => byte >= 0x80);
  const letters = high.filter((byte) => byte <= 0xaf || (byte >= 0xe0 && byte <= 0xf1));
  const small = high.filter((byte) => byte >= 0xa0 && byte <= 0xaf);
  return letters.length > high.length * 0.98 && small.length > high.length * 0.3;
}
