/** The limit of common file systems, in bytes of UTF-8. */
const MAX_NAME_BYTES = 255;
/**
 * Beyond this many bytes names are cut short, so that a deep tree can still be unpacked, unless the caller sets another limit.
 */
const MAX_PATH_BYTES = 800;
/** The shortest name at any depth: it has space for a number and the end of an extension. */
const MIN_TRUNCATED_NAME_BYTES = 32;
const MAX_EXTENSION_BYTES = 16;

/** Controls, lone surrogates, characters that change the text direction, and what Windows or a path gives a meaning. */
const UNSAFE = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]/gu;

/** Windows takes these for devices whatever follows the first dot. */
const RESERVED_DEVICE_NAME = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(?:\.|$)/i;

/** Windows drops dots and spaces at the end, which would also leave nothing of `..`. */
const replaceTrailingDots = (name: string): string => name.replace(/[ .]+$/, '_');

const byteLengthOf = (text: string): number => Buffer.byteLength(text);

function truncateToBytes(text: string, most: number): string {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += byteLengthOf(character);
    if (bytes > most) break;
    kept += character;
  }
  return kept;
}

/** The part before the extension, and the extension with its dot when it is short enough to be one. */
function splitExtension(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  if (dot <= 0 || byteLengthOf(name.slice(dot)) > MAX_EXTENSION_BYTES) return [name, ''];
  return [name.slice(0, dot), name.slice(dot)];
}

function safeName(name: string, most: number, number: number): string {
  const harmless = replaceTrailingDots(name.normalize('NFC').toWellFormed().replace(UNSAFE, '_')) || '_';
  const [stem, extension] = splitExtension(harmless);
  const ending = `${number > 1 ? ` (${number})` : ''}${extension}`;
  const cut = replaceTrailingDots(`${truncateToBytes(stem, most - 1 - byteLengthOf(ending))}${ending}`);
  return RESERVED_DEVICE_NAME.test(cut) ? `_${cut}` : cut;
}

/** Names that no file system here or elsewhere holds to be different are one. */
const comparisonKeyOf = (name: string): string =>
  name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');

/**
 * Gives the things in one folder of an archive names that can be unpacked anywhere: safe, short enough for the path
 * they stand in, and each once. `taken` are names that are given away already.
 */
export function createEntryNamer(
  folderPath: string,
  taken: readonly string[] = [],
  maxPathBytes = MAX_PATH_BYTES,
): (name: string) => string {
  const most = Math.max(
    MIN_TRUNCATED_NAME_BYTES,
    Math.min(MAX_NAME_BYTES, maxPathBytes - byteLengthOf(folderPath)),
  );
  const given = new Set(taken.map(comparisonKeyOf));
  // Where to go on counting: of a thousand equal names none asks again what the others were given.
  const lastNumbers = new Map<string, number>();
  return (name) => {
    const first = comparisonKeyOf(safeName(name, most, 1));
    for (let number = (lastNumbers.get(first) ?? 0) + 1; ; number += 1) {
      const candidate = safeName(name, most, number);
      const key = comparisonKeyOf(candidate);
      if (given.has(key)) continue;
      given.add(key);
      lastNumbers.set(first, number);
      return candidate;
    }
  };
}
