import { COMPANY_SUFFIXES } from '../analysis/company-names.ts';
import { detectLanguage } from '../analysis/detect-language.ts';
import { discriminativeTerms } from '../analysis/stop-words.ts';
import { type Term, tokenize } from '../analysis/tokenize.ts';
import { inverseDocumentFrequency } from '../retrieval/bm25f.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import { looksLikeName } from './document-names.ts';

/** Lower bound for document frequencies: with a single document each word would occur in all or none. */
const MIN_PASSAGE_COUNT = 20;
/** Letters and names of a pasted page that count. */
const [MAX_LENGTH, MAX_NAMES] = [2_000, 12];
/** Between two words of one name, such as “Harrowby & Lisle”; a comma, a quote or “and” begins another. */
const INSIDE_NAME = /^[\s.&'’-]{1,3}$/u;

/** Periods such as Q3 and codes are written in many ways. */
const LETTERS = /^[\p{L}\p{M}]+$/u;

/**
 * A number, Roman or not, or a letter right behind a capitalized word that does not begin the question: Site 17, Fund IV, Series
 * B.
 */
const NUMBER_OF_NAME =
  /(?<=\S\s+(\p{Lu}\p{L}+) )(?:\d{1,4}|[IVX]{1,5}|\p{Lu})(?![\p{L}\p{N}]|[.,:%’'-]+[\p{L}\p{N}])/gu;
/** Dates and periods, which are written in many ways. */
const YEAR = /^(?:19|20)\d\d$/u;
const NAME_OF_PERIOD =
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|q|h|fy|quarter|year|fiscal|half|week|month)/iu;

type Stems = readonly number[];

/** Words that are written as one name; one that occurs nowhere has no stems. */
export type Name = readonly { stems: Stems; rarity: number }[];

/**
 * Lists the names of a question without legal forms, and without those that a pattern leaves out. Of German, which capitalizes
 * nouns, and of capitals throughout none are known.
 */
export function listNames(view: PermittedView, text: string, leftOut?: RegExp): Name[] {
  const question = text.slice(0, MAX_LENGTH);
  const terms = discriminativeTerms(question);
  const firstLetter = question.search(/\p{L}/u);
  const isName = (term: Term) => LETTERS.test(term.text) && looksLikeName(question, term, firstLetter);
  if (terms.every(isName) || detectLanguage(tokenize(question)) === 'de') return [];
  const count = Math.max(MIN_PASSAGE_COUNT, view.passageCount);
  const names: { stems: Stems; rarity: number }[][] = [];
  let end = -1;
  for (const term of terms) {
    if (!isName(term)) continue;
    const continues = end >= 0 && INSIDE_NAME.test(question.slice(end, term.start));
    if (!continues) names.push([]);
    end = term.end;
    if (COMPANY_SUFFIXES.has(term.text) || leftOut?.test(question.slice(term.start)) === true) continue;
    const stems = view.findStems(term.text);
    const holders = stems.length === 0 ? 0 : Math.min(count, view.countHolders(stems));
    names.at(-1)?.push({ stems, rarity: inverseDocumentFrequency(count, holders) });
  }
  return names.filter((name) => name.length > 0).slice(0, MAX_NAMES);
}

/** Returns the part of a name that is found, rare words counting more. */
export function shareOfName(name: Name, isFound: (stems: Stems) => boolean): number {
  const total = name.reduce((sum, { rarity }) => sum + rarity, 0) || 1;
  return name.reduce((sum, { stems, rarity }) => sum + (isFound(stems) ? rarity : 0), 0) / total;
}

/** A month of a date, which documents write in many ways. */
export const MONTH_OF_DATE = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}{0,6}\.? \d/iu;

/** Lists the numbers and letters that tell things of one name apart; one that occurs nowhere has no stems. */
export function listNumbersOfNames(view: PermittedView, text: string): Stems[] {
  const found = Array.from(text.slice(0, MAX_LENGTH).matchAll(NUMBER_OF_NAME));
  return found
    .filter(([number, name = '']) => !YEAR.test(number) && !NAME_OF_PERIOD.test(name))
    .slice(0, MAX_NAMES)
    .map(([number]) => view.findStems(number.toLowerCase()));
}
