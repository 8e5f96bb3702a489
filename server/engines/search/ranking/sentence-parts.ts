import { splitSentences } from '#shared/domain/search/split-sentences.ts';

/** Offsets of a sentence in its passage, without the white space around it. */
export interface SentenceRange {
  start: number;
  end: number;
}

/** A term of the question with its weight in a document; rare terms weigh more. */
export interface ValuedTerm {
  stems: readonly number[];
  value: number;
  namesDocument: boolean;
}

/** Limits what a repeated expression counts. */
const MAX_PAIRS = 3;
/** A line without an end of a sentence is a heading up to this length, unless it is a row with cells. */
const MAX_HEADING_LENGTH = 90;
export const SENTENCE_END = /[.!?;:。！？；：؟…]["”’»)\]]*$/u;
const CELL = /[;:\t] /u;
/** Splits a passage into sentences; lines end sentences too. */
export function listSentences(text: string): SentenceRange[] {
  return splitSentences(text)
    .map(({ segment, index }) => {
      const start = index + segment.length - segment.trimStart().length;
      return { start, end: start + segment.trim().length };
    })
    .filter(({ start, end }) => end > start);
}

/** The subject of a mail. */
const SUBJECT_LINE = /^(?:re|fwd?|aw|wg|tr)\s*:/iu;

/** Returns whether a sentence is a line that ends no sentence and has no cells, or the subject of a mail. */
export const isHeading = (sentence: string): boolean =>
  sentence.length <= MAX_HEADING_LENGTH &&
  (SUBJECT_LINE.test(sentence) || (!SENTENCE_END.test(sentence) && !CELL.test(sentence)));

/** The clause that says between whom and of when a contract is. */
const RECITAL =
  /^(?:dated\b|(?:this|the) [^.;]{3,80}? (?:is|was) (?:made|dated|entered|concluded)\b|(?:by and )?between\b)[\s\S]{0,300}?\b(?:between|among|and)\b/iu;
const ASKS_FOR_RECITAL = /\b(?:part(?:y|ies)|dated?|when|who|whom|whose|sign\w*|names?|title)\b/iu;

/** Returns whether a sentence only names the parties of a contract, which the question does not ask for. */
export const isRecital = (sentence: string, question: string): boolean =>
  RECITAL.test(sentence) && !ASKS_FOR_RECITAL.test(question);

/** Pronouns for what the sentence before names; the number of a clause may precede them. */
const PRONOUN = /^(?:[\d.()]{1,8}\s+)?(?:it|they|he|she|il|elle|ils|elles)\b/iu;

/** Returns whether a sentence speaks of what the one before it names. */
export const continuesSentence = (sentence: string): boolean => PRONOUN.test(sentence);

/** A question in a text asks what another sentence answers. */
export const isQuestion = (sentence: string): boolean => /[?？؟]["”’»)\]]*$/u.test(sentence);

/** Fewer cells are a name and its value, not the names of columns. */
export const MIN_COLUMNS = 3;

/** Counts the cells of a row that are set apart by tabs. */
export const countCells = (sentence: string): number => sentence.split('\t').length;

/** Returns whether a row has names of columns rather than figures: the years of some, and no other number. */
export const isHeaderRow = (sentence: string): boolean =>
  countCells(sentence) >= MIN_COLUMNS && !/\d/u.test(sentence.replace(/\b(?:19|20)\d\d\b/gu, ''));

const ASKED_ROLE = /^\s*who (?:is|are|was|were) the (\p{L}+(?: \p{L}+)?)\b/iu;
const DEFINED_ROLE = /\((?:[^()]{0,40}?)["“„«](?:the )?(\p{L}+(?: \p{L}+)?)["”“»]/giu;

/** Returns whether a sentence introduces who the question asks for, as in “Solvik Eiendom AS (the “Landlord”)”. */
export function introducesRole(sentence: string, question: string): boolean {
  const asked = ASKED_ROLE.exec(question)?.[1]?.toLowerCase();
  return (
    asked !== undefined &&
    Array.from(sentence.matchAll(DEFINED_ROLE), ([, role = '']) => role.toLowerCase()).some(
      (role) => asked === role || asked.startsWith(`${role} `),
    )
  );
}

/** Counts neighbours of the question that are neighbours in the sentence, unless both name the document. */
export function countPairs(terms: readonly ValuedTerm[], found: readonly (number | undefined)[]): number {
  const pairs = found.filter((term, at) => {
    const before = at > 0 ? found[at - 1] : undefined;
    if (term === undefined || before !== term - 1) return false;
    return terms[term]?.namesDocument !== true || terms[before]?.namesDocument !== true;
  });
  return Math.min(pairs.length, MAX_PAIRS);
}

/** Returns the share of the terms that were found, by their values. */
export function shareOfTerms(terms: readonly ValuedTerm[], found: ReadonlySet<number | undefined>): number {
  const total = terms.reduce((sum, { value }) => sum + value, 0) || 1;
  return terms.reduce((sum, { value }, term) => sum + (found.has(term) ? value : 0), 0) / total;
}
