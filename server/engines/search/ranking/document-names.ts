import { discriminativeTerms } from '../analysis/stop-words.ts';
import type { Term } from '../analysis/tokenize.ts';
import type { Equivalents } from '../lexicon/expand-question.ts';
import { findExpression } from '../lexicon/expansion-terms.ts';
import { inverseDocumentFrequency } from '../retrieval/bm25f.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { RankedPassage } from '../retrieval/rank-by-keyword.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import type { FieldReader } from '../storage/indexed-field.ts';
import type { InvertedIndex } from '../storage/inverted-index.ts';

/** Leaves out “current” and “last” by themselves: “current assets” and “last resort” do not ask for the latest. */
const ASKS_FOR_LATEST =
  /\b(?:latest|newest|most (?:recent|current)|(?:last|current) (?:quarter|year|period|report|filing|version))\b/i;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/g;
const QUARTER = /(?<![\p{L}\d])q([1-4])(?!\d)/iu;
const NUMBERED_MONTH = /(?:19|20)\d\d[-_.](0[1-9]|1[0-2])(?!\d)/;
const NAMED_MONTH = /(?<!\p{L})(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*/iu;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Returns the last month, counted from year 0, of the period in a name; a year alone ends in December. */
function periodOf(name: string): number | undefined {
  const years = Array.from(name.matchAll(YEAR), ([each]) => Number(each));
  if (years.length === 0) return undefined;
  const [, ofQuarter] = QUARTER.exec(name) ?? [];
  const [, numbered] = NUMBERED_MONTH.exec(name) ?? [];
  const [, named = ''] = NAMED_MONTH.exec(name) ?? [];
  const month = Number(ofQuarter) * 3 || Number(numbered) || MONTHS.indexOf(named.toLowerCase()) + 1 || 12;
  return 12 * Math.max(...years) + month;
}

/** Returns the documents whose title or path names the latest period, when the query asks for the latest. */
function selectLatest(query: string, documents: readonly IndexedEntry[]): IndexedEntry[] {
  if (!ASKS_FOR_LATEST.test(query)) return [];
  const periods = documents.map(({ title, path }) => periodOf(`${title} ${path}`) ?? 0);
  const latest = Math.max(...periods);
  return documents.filter((_, index) => latest > 0 && periods[index] === latest);
}

/** Limits the words of a pasted page. */
const MAX_NAME_WORDS = 40;
/** Weights of a word by where the document contains it. */
const [TITLE_WEIGHT, OPENING_WEIGHT, BODY_WEIGHT] = [1, 0.7, 0.35];
/** Weight of a word that is not written as a name; it counts only in a title or path. */
const COMMON_WORD_WEIGHT = 0.33;
/** Weight of the score for a query without any name. */
const TRUST_WITHOUT_NAMES = 0.4;
/** Keeps the weight of a name above 0 when all documents contain it. */
const MIN_IDF = 0.3;
/** Documents with less than this share of the best score are not among those that the query names. */
const NAMED_SHARE = 0.8;

interface NameWord {
  text: string;
  /** Stems of the word, one for each language that has it. */
  stems: readonly number[];
  isName: boolean;
}

/**
 * Scores how far the query names each candidate's document, 0 to 1: by a company, person, year or code in its title, path or
 * opening, or by another expression for its title, as a facility agreement is a loan agreement. Document frequencies are counted
 * among the candidates' documents only, which are all permitted.
 */
export function scoreDocumentNames(
  view: PermittedView,
  text: string,
  candidates: readonly RankedPassage[],
  equivalents: readonly Equivalents[] = [],
): number[] {
  const { index } = view;
  const words = nameWordsOf(view, text);
  const isTitled = createTitleTest(view, equivalents);
  const documents = [...new Set(candidates.map(({ entry }) => entry))];
  const scores = new Map<IndexedEntry, number>(documents.map((entry) => [entry, 0]));
  for (const { text: word, stems, isName } of words) {
    const weights = documents.map((entry) =>
      isTitled(word, entry) ? TITLE_WEIGHT : weightOf(index, stems, entry),
    );
    const idf = idfOf(weights.filter((weight) => weight > 0).length, documents.length);
    for (const [position, entry] of documents.entries()) {
      const weight = weights[position] ?? 0;
      const counted = isName ? weight : COMMON_WORD_WEIGHT * Number(weight === TITLE_WEIGHT);
      scores.set(entry, (scores.get(entry) ?? 0) + idf * counted);
    }
  }
  const highest = Math.max(...scores.values());
  const named = documents.filter((entry) => (scores.get(entry) ?? 0) >= NAMED_SHARE * highest);
  // The latest period counts as much as a name that a single document has.
  const latestWeight = idfOf(1, documents.length);
  for (const entry of selectLatest(text, named)) scores.set(entry, (scores.get(entry) ?? 0) + latestWeight);
  const low = Math.min(...scores.values());
  const span = Math.max(...scores.values()) - low;
  const trust = words.some(({ isName }) => isName) ? 1 : TRUST_WITHOUT_NAMES;
  return candidates.map(({ entry }) => (span > 0 ? (trust * ((scores.get(entry) ?? 0) - low)) / span : 0));
}

/**
 * Creates a test of whether a document's title or path has another expression, of two words or more, for one that has this word.
 */
function createTitleTest(
  view: PermittedView,
  equivalents: readonly Equivalents[],
): (word: string, entry: IndexedEntry) => boolean {
  const { title, path } = view.index.documentFields;
  const expressions = equivalents
    .filter(({ words, folderIds }) => words.length > 1 && folderIds === undefined)
    .flatMap(({ words, others }) => others.map((other) => ({ words, stems: findExpression(view, other) })))
    .filter(({ stems }) => stems.length > 1);
  return (word, { unit }) =>
    expressions.some(
      ({ words, stems }) =>
        words.includes(word) &&
        stems.every((each) => each.some((stem) => title.has(stem, unit) || path.has(stem, unit))),
    );
}

const idfOf = (holders: number, documents: number) => MIN_IDF + inverseDocumentFrequency(documents, holders);

/** Lists each word once, whatever its form; it is a name if it is written as one anywhere in the query. */
function nameWordsOf(view: PermittedView, text: string): NameWord[] {
  const first = text.search(/\p{L}/u);
  const words = new Map<string, NameWord>();
  for (const term of discriminativeTerms(text)) {
    const stems = view.findStems(term.text);
    if (stems.length === 0 || words.size === MAX_NAME_WORDS) continue;
    const key = stems.join();
    const isName = words.get(key)?.isName === true || looksLikeName(text, term, first);
    words.set(key, { text: term.text, stems, isName });
  }
  return [...words.values()];
}

/** Detects a capital not at the beginning of the query, a capital inside (eBay), or a digit (2023, Q3, EX-10.1). */
export function looksLikeName(text: string, { start, end }: Term, first: number): boolean {
  const word = text.slice(start, end);
  return (start !== first && /^\p{Lu}/u.test(word)) || /\p{N}|\p{Ll}\p{Lu}/u.test(word);
}

function weightOf(index: InvertedIndex, stems: readonly number[], { unit }: IndexedEntry): number {
  const { title, path, opening, body } = index.documentFields;
  const isIn = (field: FieldReader) => stems.some((stem) => field.has(stem, unit));
  if (isIn(title) || isIn(path)) return TITLE_WEIGHT;
  if (isIn(opening)) return OPENING_WEIGHT;
  return isIn(body) ? BODY_WEIGHT : 0;
}
