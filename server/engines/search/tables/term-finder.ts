import { STOP_WORDS } from '../analysis/stop-words.ts';
import { tokenize } from '../analysis/tokenize.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { FoundTerms, TableTerm, TermFinder } from './match-table.ts';
import { isOperator } from './table-question.ts';

interface QuestionFinder {
  /** The words of the question that say what to look for. */
  terms: readonly TableTerm[];
  /** Finds them in a text. */
  find: TermFinder;
  /** Creates a function that finds them in the cells of rows of these passages. */
  findAmong(passages: readonly { chunk: number }[]): TermFinder;
}

/** Text whose words are written as in the index but for capitals. */
const PLAIN = /^[ -~£€]*$/u;
/** Longer runs are cut into several words. */
const LONG_RUN = /[a-z0-9]{64}/iu;
const YEAR = /^(?:19|20)\d\d$/u;
const NOTHING: FoundTerms = { found: new Set(), words: 0, shared: 0 };

export function createTermFinder(view: PermittedView, text: string): QuestionFinder {
  const { index } = view;
  const { vocabulary } = index;
  const { terms, termOfStem, words } = listTerms(view, text);
  const termsOf = remember((word) =>
    vocabulary.findWords(word).flatMap((number) => termOfStem.get(vocabulary.stemOf(number)) ?? []),
  );
  // The same words and cells stand in many rows.
  const find = remember((cell) => {
    const inCell = tokenize(cell).filter(({ kind }) => kind !== 'extra');
    const found = new Set(inCell.flatMap(({ text: word }) => termsOf(word)));
    const shared = inCell.filter(({ text: word }) => words.has(word)).length;
    return { found, words: inCell.length, shared: Math.max(shared, found.size) };
  });
  return {
    terms,
    find,
    findAmong: (passages) => {
      const all = new Set<number>();
      for (const { chunk } of passages) for (const word of index.wordsOf(chunk)) all.add(word);
      // A word has another stem in each language, a number the same in all.
      const isTerm = (word: number) =>
        vocabulary.isNumber(word)
          ? termOfStem.has(vocabulary.stemOf(word))
          : termsOf(vocabulary.textOf(word)).length > 0;
      const mayHold = createCellTest(
        Array.from(all.values().filter(isTerm), (word) => vocabulary.textOf(word)),
      );
      return (cell) => (mayHold(cell) ? find(cell) : NOTHING);
    },
  };
}

/**
 * Creates a test of whether a cell may have one of these words, which takes less time than reading its words. A fiscal year is
 * written in other ways too.
 */
function createCellTest(words: readonly string[]): (cell: string) => boolean {
  const hasYears = words.some((word) => YEAR.test(word));
  const written = words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&')).join('|');
  const pattern = new RegExp(`(?<![a-z0-9])(?:${written})(?![a-z0-9])`, 'i');
  return (cell) =>
    !PLAIN.test(cell) ||
    LONG_RUN.test(cell) ||
    (hasYears && /\d/u.test(cell)) ||
    (words.length > 0 && pattern.test(cell));
}

function listTerms(view: PermittedView, text: string) {
  const terms: TableTerm[] = [];
  const termOfStem = new Map<number, number>();
  const all = tokenize(text).filter(({ kind }) => kind !== 'extra');
  for (const { text: word, kind, start } of all) {
    // “May” is a month and “A” a name where they are written so.
    const isName = start > 0 && /^\p{Lu}/u.test(text.slice(start));
    if (isOperator(word) || kind === 'part' || (STOP_WORDS.has(word) && !isName)) continue;
    const stems = view.findStems(word);
    if (stems.some((stem) => termOfStem.has(stem))) continue;
    for (const stem of stems) termOfStem.set(stem, terms.length);
    terms.push({ text: word, stems });
  }
  return { terms, termOfStem, words: new Set(all.map(({ text: word }) => word)) };
}

/** Keeps the results of a function of a text. */
function remember<Result>(compute: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const result = known.get(text) ?? compute(text);
    known.set(text, result);
    return result;
  };
}
