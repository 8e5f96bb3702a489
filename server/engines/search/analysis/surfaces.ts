/** Longer runs (base64, ruled lines) are cut: an unbounded word would exhaust the regular expression's stack. */
export const MAX_TERM_LENGTH = 64;

// Scripts without spaces between words, and Hangul for its endings: every character and every adjacent pair is a term.
const UNSEGMENTED_SCRIPTS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー';
export const UNSEGMENTED_CHARACTER = new RegExp(`^[${UNSEGMENTED_SCRIPTS}]`, 'u');
// Soft hyphens and zero-width characters occur inside words of PDF and HTML files; they are removed.
export const INVISIBLE = '\\u00AD\\u200B-\\u200D\\u2060\\uFEFF';
const WORD_CHARACTERS = `[[\\p{L}\\p{N}\\p{M}${INVISIBLE}]--[${UNSEGMENTED_SCRIPTS}]]{1,${MAX_TERM_LENGTH}}`;
/** Parts of a code that are joined to the first one. */
const MAX_JOINED = 15;
const SURFACE_PATTERN = new RegExp(
  `[${UNSEGMENTED_SCRIPTS}][\\p{M}${INVISIBLE}]{0,8}|${WORD_CHARACTERS}(?:[\\-.,:\\/_\\&@+'’‐‑]${WORD_CHARACTERS}){0,${MAX_JOINED}}`,
  'gv',
);

/** Kinds of ASCII characters, by their codes, and of all others. */
const [OTHER, WORD, JOINING, BEYOND_ASCII] = [0, 1, 2, 3];
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-zA-Z0-9]/.test(character)) return WORD;
  return "-.,:/_&@+'".includes(character) ? JOINING : OTHER;
});

/** Returns the kind of the character at a place; `OTHER` behind the end. */
function kindAt(text: string, at: number): number {
  if (at >= text.length) return OTHER;
  const code = text.charCodeAt(at);
  return code < KINDS.length ? (KINDS[code] ?? OTHER) : BEYOND_ASCII;
}

/**
 * Lists where the words, codes and characters of scripts without spaces begin and end, one after the other. Words in ASCII are
 * read by their codes, which takes a third of the time of the pattern; the pattern reads those that are beside another character.
 */
export function listSurfaces(text: string): number[] {
  const bounds: number[] = [];
  for (let at = 0; at < text.length; ) {
    const kind = kindAt(text, at);
    if (kind !== WORD && kind !== BEYOND_ASCII) {
      at += 1;
      continue;
    }
    const end = kind === WORD ? endOfAsciiWord(text, at) : undefined;
    if (end !== undefined) bounds.push(at, end);
    at = end ?? readByPattern(text, at, bounds);
  }
  return bounds;
}

/** Adds the next match, and returns its end: that of the text if there is none. */
function readByPattern(text: string, from: number, bounds: number[]): number {
  SURFACE_PATTERN.lastIndex = from;
  const match = SURFACE_PATTERN.exec(text);
  if (match === null) return text.length;
  const end = match.index + match[0].length;
  bounds.push(match.index, end);
  return end;
}

/** Returns the end of the word that begins at a place; nothing if another character than one of ASCII may belong to it. */
function endOfAsciiWord(text: string, start: number): number | undefined {
  let end = endOfRun(text, start);
  for (let joined = 0; joined < MAX_JOINED && kindAt(text, end) === JOINING; joined += 1) {
    const next = kindAt(text, end + 1);
    if (next === BEYOND_ASCII) return undefined;
    if (next !== WORD) return end;
    end = endOfRun(text, end + 1);
  }
  return kindAt(text, end) === BEYOND_ASCII ? undefined : end;
}

function endOfRun(text: string, start: number): number {
  let end = start;
  while (end - start < MAX_TERM_LENGTH && kindAt(text, end) === WORD) end += 1;
  return end;
}
