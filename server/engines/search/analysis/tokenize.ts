import { findPeriods, fiscalYearOf, periodOfCode, yearsOfRange } from './periods.ts';
import { INVISIBLE, listSurfaces, MAX_TERM_LENGTH, UNSEGMENTED_CHARACTER } from './surfaces.ts';

/**
 * A searchable form of a piece of text. A `word` is the piece itself; a `part` belongs to something longer (a code, a run
 * of Chinese); an `extra` is another form of the same piece (the whole code, the plain number, a pair of Chinese
 * characters) and has no position of its own in the order of words. Offsets are UTF-16 code units of the input.
 */
export interface Term {
  text: string;
  kind: 'word' | 'part' | 'extra';
  start: number;
  end: number;
}

/** Most texts have neither scripts without spaces nor Vietnamese letters, which one look tells faster than one at each word. */
const NON_ASCII = /\P{ASCII}/u;
// Scripts whose words are found with a dictionary.
const UNSEGMENTED_RUN = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}]+/uy;
const WORD_SEGMENTER = new Intl.Segmenter('th', { granularity: 'word' });
/** Single characters and pairs are terms already. */
const MIN_WORD_LENGTH = 4;
// Letters that only Vietnamese has. Its spaces separate syllables, not words, so an adjacent pair is a term too, with its tones.
const VIETNAMESE_LETTERS = /[ơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/;
/** Decomposed syllables have up to three code units per vowel. */
const MAX_SYLLABLE_LENGTH = 12;
const INVISIBLE_CHARACTERS = new RegExp(`[${INVISIBLE}]`, 'gu');
// Combining marks of Latin, Greek and Cyrillic, Hebrew points, Arabic vowels and tatweel. Indic and Thai vowels are kept,
// and the breve of the Russian й, which stemming needs.
const REMOVED_MARKS = /(?<!и)\u0306|[\u0300-\u0305\u0307-\u036F\u0591-\u05C7\u0640\u064B-\u065F]/g;
const LATIN_FOLDINGS: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ς: 'σ',
};

function foldCharacters(surface: string): string {
  if (/^[a-z0-9]+$/.test(surface)) return surface;
  return surface
    .normalize('NFKC')
    .toLowerCase()
    .replace(INVISIBLE_CHARACTERS, '')
    .normalize('NFD')
    .replace(REMOVED_MARKS, '')
    .normalize('NFC')
    .replace(/[ßøłđðæœıς]/g, (character) => LATIN_FOLDINGS[character] ?? character);
}

/** Returns other spellings: 1577 for 1,577.00 and 1.577,00; 2025-03 for 2025-03-31; email for e-mail. */
function alternativeForms(whole: string, parts: readonly string[]): string[] {
  const period = periodOfCode(whole);
  if (period !== undefined) return [whole, period];
  if (parts.length < 2) return [];
  const years = yearsOfRange(whole);
  if (years.length > 0) return [whole, ...years];
  if (!/\p{N}/u.test(whole)) return parts.length === 2 && whole.includes('-') ? [parts.join('')] : [];
  const grouped =
    /^(\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/.exec(whole) ?? /^(\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/.exec(whole);
  const plain = grouped ?? /^(\d+)\.(0+)$/.exec(whole);
  if (plain === null) return [whole];
  const [, integer = '', fraction = ''] = plain;
  const decimals = fraction.replace(/0+$/, '');
  return [whole, integer.replace(/\D/g, '') + (decimals && `.${decimals}`)];
}

type Form = Pick<Term, 'text' | 'kind'>;

/** A word without digits and marks has no other forms. */
const LETTERS = /^\p{L}+$/u;

/** Returns the forms of one word or code: its parts in order, then the others. */
function computeForms(surface: string): Form[] {
  const whole = foldCharacters(surface).replace(/[‐‑]/g, '-');
  if (LETTERS.test(whole)) return [{ text: whole.slice(0, MAX_TERM_LENGTH), kind: 'word' }];
  // Other texts write the year alone, and a rare form would outweigh everything else in a question.
  const fiscalYear = fiscalYearOf(whole);
  if (fiscalYear !== undefined) return [{ text: fiscalYear, kind: 'word' }];
  const parts = whole.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const kind = parts.length > 1 && /\p{N}/u.test(whole) ? 'part' : 'word';
  const forms: Form[] = parts.map((text) => ({ text: text.slice(0, MAX_TERM_LENGTH), kind }));
  const decimals = /\p{N}/u.test(whole)
    ? whole.split(/[-/_&@+:]/).filter((piece) => /\d[.,]\d/.test(piece))
    : [];
  for (const text of new Set([...alternativeForms(whole, parts), ...decimals])) {
    if (text.length <= MAX_TERM_LENGTH && text !== parts[0]) forms.push({ text, kind: 'extra' });
  }
  return forms;
}

// Words repeat: caching their forms makes tokenizing more than twice as fast.
const formCache = new Map<string, Form[]>();
const MAX_CACHED_FORMS = 100_000;

function cachedForms(surface: string): Form[] {
  const known = formCache.get(surface);
  if (known !== undefined) return known;
  if (formCache.size >= MAX_CACHED_FORMS) formCache.clear();
  const forms = computeForms(surface);
  formCache.set(surface, forms);
  return forms;
}

/** Yields the dictionary words of a run without spaces. */
function* segmentRun(text: string, start: number): Generator<Term, void> {
  UNSEGMENTED_RUN.lastIndex = start;
  const run = UNSEGMENTED_RUN.exec(text)?.[0] ?? '';
  for (const { segment, index } of WORD_SEGMENTER.segment(run)) {
    if (segment.length < MIN_WORD_LENGTH || segment.length > MAX_TERM_LENGTH) continue;
    yield {
      text: foldCharacters(segment),
      kind: 'extra',
      start: start + index,
      end: start + index + segment.length,
    };
  }
}

function syllablePair(text: string, start: number, end: number): Term | undefined {
  if (end - start > 2 * MAX_SYLLABLE_LENGTH + 1) return undefined;
  const pair = text.slice(start, end);
  if (/^\p{ASCII}*$/u.test(pair)) return undefined;
  const composed = pair.normalize('NFC').toLowerCase();
  return VIETNAMESE_LETTERS.test(composed) ? { text: composed, kind: 'extra', start, end } : undefined;
}

/** Returns the terms of a text in order. Everything but letters, numbers and marks separates them. */
export function tokenize(text: string): Term[] {
  const terms: Term[] = [];
  let previousCharacter: Term | undefined;
  let previousWord: { start: number; end: number } | undefined;
  const isAscii = !NON_ASCII.test(text);
  const bounds = listSurfaces(text);
  for (let at = 0; at < bounds.length; at += 2) {
    const start = bounds[at] ?? 0;
    const end = bounds[at + 1] ?? 0;
    const surface = text.slice(start, end);
    if (isAscii || !UNSEGMENTED_CHARACTER.test(surface)) {
      for (const form of cachedForms(surface)) terms.push({ text: form.text, kind: form.kind, start, end });
      const pair =
        !isAscii && previousWord?.end === start - 1 && text[start - 1] === ' '
          ? syllablePair(text, previousWord.start, end)
          : undefined;
      if (pair !== undefined) terms.push(pair);
      previousWord = { start, end };
      continue;
    }
    const character: Term = { text: foldCharacters(surface), kind: 'word', start, end };
    terms.push(character);
    if (previousCharacter?.end === start) {
      previousCharacter.kind = 'part';
      character.kind = 'part';
      terms.push({
        text: previousCharacter.text + character.text,
        kind: 'extra',
        start: previousCharacter.start,
        end,
      });
    } else terms.push(...segmentRun(text, start));
    previousCharacter = character;
  }
  for (const period of findPeriods(terms)) terms.push(period);
  return terms;
}
