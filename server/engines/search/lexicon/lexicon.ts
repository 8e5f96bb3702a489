import type { Language } from '../analysis/detect-language.ts';
import { stemWord } from '../analysis/stem-word.ts';
import { tokenize } from '../analysis/tokenize.ts';
import { BUSINESS_TERMS } from './business-terms.ts';
import { DEAL_TERMS } from './deal-terms.ts';
import { OPERATIONS_TERMS } from './finance-and-operations-terms.ts';
import { GENERAL_TERMS } from './general-terms.ts';
import { LEGAL_TERMS } from './legal-terms.ts';

/** An expression as its words, folded, without those that only connect them. */
export interface Expression {
  /** Absent for a synonym of a room and a foreign word, whose language is not told. */
  language?: Language;
  words: readonly string[];
  /** Counts only where the expression of the question occurs nowhere. */
  isFallback?: true;
  /** Counts only where it is no English word too. */
  isForeign?: true;
}

/** Expressions of the same meaning. */
export type Concept = readonly LexiconExpression[];

type LexiconExpression = Expression & { language: Language };

/** The languages of the lexicon, in the order of the columns of its multilingual lists. */
export const LEXICON_LANGUAGES = ['en', 'de', 'fr', 'es', 'it'] as const satisfies readonly Language[];

const CONNECTORS: Partial<Record<Language, ReadonlySet<string>>> = {
  en: new Set('a an and by for from in of on or s the to with'.split(' ')),
  de: new Set('am an auf aus das dem den der des die fur im in und von vom zu zum zur'.split(' ')),
  fr: new Set('a au aux d de des du en et l la le les ou par pour sur'.split(' ')),
  es: new Set('a al de del el en la las lo los o para por sobre y'.split(' ')),
  it: new Set(
    'a ai al alla alle allo con d da dei del della delle dello di e gli i il in l la le lo o per su'.split(
      ' ',
    ),
  ),
};

export const isConnector = (word: string, language: Language): boolean =>
  CONNECTORS[language]?.has(word) === true;

/** Identifies an expression by the stems of its words. */
export const keyOf = (words: readonly string[], language: Language): string =>
  words.map((word) => stemWord(word, language)).join(' ');

/** A single letter is not looked up: it is part of too many codes. */
const MIN_KEY_LENGTH = 2;

function readExpression(text: string, language: Language): LexiconExpression {
  const words = tokenize(text.trim()).filter(
    ({ kind, text: word }) => kind !== 'extra' && !isConnector(word, language),
  );
  return { language, words: words.map(({ text: word }) => word) };
}

type LexiconLanguage = (typeof LEXICON_LANGUAGES)[number];

/** A line of a list: its expressions as written, and as a concept once one of them is found. */
interface Line {
  readonly texts: readonly (readonly [language: LexiconLanguage, text: string])[];
  readonly isFallback: boolean;
  concept?: Concept;
}

const splitLines = (list: string): string[] => list.trim().split('\n');

function readLines(): readonly Line[] {
  const readGroups = (list: string, isFallback: boolean) =>
    splitLines(list).map((line): Line => {
      return { texts: line.split(' = ').map((text) => ['en', text]), isFallback };
    });
  const readColumns = (line: string): Line => {
    const columns = line.split('|');
    const texts = LEXICON_LANGUAGES.flatMap((language, position) =>
      (columns[position]?.split(',') ?? []).map((text) => [language, text] as const),
    );
    return { texts, isFallback: false };
  };
  return [
    // Filings use several expressions for different lines of a statement: beside the question's own, others mislead.
    ...readGroups(BUSINESS_TERMS, true),
    ...readGroups(LEGAL_TERMS, false),
    ...[DEAL_TERMS, OPERATIONS_TERMS, GENERAL_TERMS].flatMap(splitLines).map(readColumns),
  ];
}

function conceptOf(line: Line): Concept {
  line.concept ??= line.texts.map(([language, text]) => ({
    ...readExpression(text, language),
    ...(line.isFallback && { isFallback: true as const }),
  }));
  return line.concept;
}

/** Lists the lines by the keys of their expressions in a language. */
function indexLanguage(lines: readonly Line[], language: LexiconLanguage): ReadonlyMap<string, Line[]> {
  const byKey = new Map<string, Line[]>();
  for (const line of lines)
    for (const [of, text] of line.texts) {
      const key = of === language ? keyOf(readExpression(text, language).words, language) : '';
      if (key.length >= MIN_KEY_LENGTH) byKey.set(key, [...(byKey.get(key) ?? []), line]);
    }
  return byKey;
}

let lines: readonly Line[] | undefined;
const indexed = new Map<Language, ReadonlyMap<string, Line[]>>();

/**
 * Returns the concepts that an expression may stand for. The expressions of a language are read when one is first looked up: most
 * questions are English.
 */
export function findConcepts(words: readonly string[], language: Language): readonly Concept[] {
  const known = LEXICON_LANGUAGES.find((each) => each === language);
  if (known === undefined) return [];
  lines ??= readLines();
  const byKey = indexed.get(known) ?? indexLanguage(lines, known);
  indexed.set(known, byKey);
  return byKey.get(keyOf(words, known))?.map(conceptOf) ?? [];
}
