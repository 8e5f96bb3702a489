/**
 * Tells an encoding by the statistics of its letters, `null` when it can't. Each side brings a library's; it should be
 * asked with few kilobytes, for it takes milliseconds for each.
 */
export type DetectEncoding = (bytes: Uint8Array) => string | null;

/** The bytes may have been cut within a character, which is then left out. */
const IGNORE_PARTIAL_CHARACTER = { stream: true };

/** Encodings of escapes between ASCII letters, so that their bytes are valid UTF-8 as well. */
const ESCAPE_BASED_ENCODING = /^(?:iso-2022-|hz)/i;

/** Enough to tell an encoding by its letters. */
const SAMPLE_BYTES = 16 * 1024;

/**
 * A text's characters: by its byte-order mark, else UTF-8 if it is valid, else as `declared` says, else by the statistics
 * of its letters.
 */
export function decodeText(bytes: Uint8Array, detect: DetectEncoding, declared?: string): string {
  const marked = detectUnicodeEncoding(bytes);
  if (marked) return new TextDecoder(marked).decode(bytes, IGNORE_PARTIAL_CHARACTER);
  const label = declared === undefined ? undefined : knownEncoding(declared);
  if (label !== undefined && ESCAPE_BASED_ENCODING.test(label)) return new TextDecoder(label).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, IGNORE_PARTIAL_CHARACTER);
  } catch {
    return new TextDecoder(label ?? guessEncoding(bytes, detect)).decode(bytes, IGNORE_PARTIAL_CHARACTER);
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

/** By the mark that the text begins with, or as UTF-16 by its looks. */
export function detectUnicodeEncoding(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
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

function guessEncoding(bytes: Uint8Array, detect: DetectEncoding): string {
  // Long heads can be plain ASCII. A letter of several bytes begins with its first.
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const sample = bytes.subarray(first, first + SAMPLE_BYTES);
  if (isLikelyDosCyrillic(sample)) return 'ibm866';
  // Detectors know names that the platform has no decoder for (UTF-32, ISO-2022-CN).
  return knownEncoding(detect(sample) ?? '') ?? 'windows-1252';
}

/** The Russian of DOS, which detectors take for something else: its letters fill 80-AF and E0-EF, and no other code does that. */
function isLikelyDosCyrillic(sample: Uint8Array): boolean {
  const high = sample.filter((byte) => byte >= 0x80);
  const letters = high.filter((byte) => byte <= 0xaf || (byte >= 0xe0 && byte <= 0xf1));
  const small = high.filter((byte) => byte >= 0xa0 && byte <= 0xaf);
  return letters.length > high.length * 0.98 && small.length > high.length * 0.3;
}
