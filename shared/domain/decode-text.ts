/**
 * Detects an encoding by the statistics of its letters; `null` if unknown. Each side passes a library; call it
 * with a few kilobytes, since it takes milliseconds for each.
 */
export type DetectEncoding = (bytes: Uint8Array) => string | null;

/** Ignores a last character that was cut. */
const IGNORE_PARTIAL_CHARACTER = { stream: true };

/** Encodings that use escapes between ASCII letters, so that their bytes are valid UTF-8 as well. */
const ESCAPE_BASED_ENCODING = /^(?:iso-2022-|hz)/i;

/** Enough to detect an encoding by its letters. */
const SAMPLE_BYTES = 16 * 1024;

/**
 * Decodes a text: by its byte-order mark, else as UTF-8 if it is valid, else as `declared`, else by the
 * statistics of its letters.
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

/** Returns the platform's own name of an encoding, when it has a decoder for it. */
export function knownEncoding(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** Detects UTF-8 and UTF-16 by the byte-order mark, or UTF-16 by its zero bytes. */
export function detectUnicodeEncoding(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe && !(c === 0 && d === 0)) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  // UTF-16 without a byte-order mark is detected in Western text: every second byte of its beginning is zero.
  const sample = bytes.subarray(0, 200);
  const zeros = (parity: number) => sample.filter((byte, at) => at % 2 === parity && byte === 0).length;
  const half = sample.length / 2;
  if (half >= 4 && zeros(1) > half * 0.7 && zeros(0) === 0) return 'utf-16le';
  if (half >= 4 && zeros(0) > half * 0.7 && zeros(1) === 0) return 'utf-16be';
  return undefined;
}

function guessEncoding(bytes: Uint8Array, detect: DetectEncoding): string {
  // Long beginnings can be plain ASCII. A multi-byte letter begins with its first byte.
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const sample = bytes.subarray(first, first + SAMPLE_BYTES);
  if (isLikelyDosCyrillic(sample)) return 'ibm866';
  // Detectors know names that the platform has no decoder for (UTF-32, ISO-2022-CN).
  return knownEncoding(detect(sample) ?? '') ?? 'windows-1252';
}

/**
 * Detects the Russian of DOS, which detectors take for something else: its letters fill 80-AF and E0-EF, and no
 * other code does that.
 */
function isLikelyDosCyrillic(sample: Uint8Array): boolean {
  const high = sample.filter((byte) => byte >= 0x80);
  const letters = high.filter((byte) => byte <= 0xaf || (byte >= 0xe0 && byte <= 0xf1));
  const small = high.filter((byte) => byte >= 0xa0 && byte <= 0xaf);
  return letters.length > high.length * 0.98 && small.length > high.length * 0.3;
}
