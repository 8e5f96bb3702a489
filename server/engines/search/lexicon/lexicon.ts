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

const linesOf = (list: string): string[] => list.trim().split('\n');

function readConcepts(): Concept[] {
  const readGroup = (line: string) => line.split(' = ').map((text) => readExpression(text, 'en'));
  const multilingual = [DEAL_TERMS, OPERATIONS_TERMS, GENERAL_TERMS].flatMap(linesOf);
  return [
    // Filings use several expressions for different lines of a statement: beside the question's own, others mislead.
    ...linesOf(BUSINESS_TERMS).map((line) =>
      readGroup(line).map((expression) => ({ ...expression, isFallback: true as const })),
    ),
    ...linesOf(LEGAL_TERMS).map(readGroup),
    ...multilingual.map((line) =>
      line.split('|').flatMap((column, position) => {
        const language = LEXICON_LANGUAGES[position];
        return language === undefined
          ? []
          : column.split(',').flatMap((text) => readExpression(text, language));
      }),
    ),
  ];
}

type ConceptsByKey = ReadonlyMap<string, readonly Concept[]>;

function indexConcepts(): ReadonlyMap<Language, ConceptsByKey> {
  const byLanguage = new Map<Language, Map<string, Concept[]>>(
    LEXICON_LANGUAGES.map((language) => [language, new Map()]),
  );
  for (const concept of readConcepts())
    for (const { language, words } of concept) {
      const key = keyOf(words, language);
      const byKey = byLanguage.get(language);
      if (key.length < MIN_KEY_LENGTH || byKey === undefined) continue;
      byKey.set(key, [...(byKey.get(key) ?? []), concept]);
    }
  return byLanguage;
}

let indexed: ReadonlyMap<Language, ConceptsByKey> | undefined;

/** Returns the concepts that an expression may stand for. The lexicon is read when it is first used. */
export function findConcepts(words: readonly string[], language: Language): readonly Concept[] {
  indexed ??= indexConcepts();
  return indexed.get(language)?.get(keyOf(words, language)) ?? [];
}
