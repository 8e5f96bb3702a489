import { detectLanguage, isFunctionWord, type Language } from '../analysis/detect-language.ts';
import { tokenize } from '../analysis/tokenize.ts';
import type { Equivalents } from '../lexicon/expand-question.ts';
import { findExpression } from '../lexicon/expansion-terms.ts';
import { type Expression, findConcepts } from '../lexicon/lexicon.ts';
import { listForeignWords, translateWord } from '../lexicon/word-translations.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';

/** Describes the only feature that measureAbsentNames returns. */
export const ABSENT_NAME_FEATURES = [
  'asks about a name that occurs nowhere, however it is written; a half where question and passage are in different languages',
] as const;

/** Letters of a pasted page that count, and words of a query that consists of nothing but names and terms. */
const [MAX_LENGTH, MAX_KEYWORDS] = [2_000, 5];
/** Letters at the beginning of a name that its spelling in another language shares: Warsaw and Warschau. */
const SAME_BEGINNING = 3;
const LETTERS = /^\p{Script=Latin}{3,}$/u;
/** Legal forms behind a name; those that are other words too, in capitals only. */
const LEGAL_FORM =
  /^\s+(?:[iI]nc|[cC]orp|[lL]td|[lL]imited|llc|lp|llp|plc|LLC|LP|LLP|PLC|gmbh|GmbH|ag|AG|kg|KG|sarl|SARL|nv|NV|bv|BV|spa|SpA|srl|Srl|oy|Oy|SA|AS|AB|SE|SL|SAS|Co)(?![\p{L}\p{N}-])/u;
/** Words that stand before a name without an article: the wages of Castell, did Castell pay, die Löhne von Castell. */
const BEFORE_NAME = new Set(
  `of by for at from with about between against did does company firm
  von bei fur fuer mit zwischen gegen firma
  de d chez pour par avec entre contre societe
  para por con contra empresa
  di da per societa`.split(/\s+/),
);
/** Prepositions that groups and means stand behind too: protection for whistleblowers. */
const BEFORE_GROUP = new Set('by for at from with about between against'.split(' '));
/** Prepositions of German that purposes stand behind too: für Werbezwecke. */
const BEFORE_PURPOSE = new Set('fur fuer mit zwischen gegen'.split(' '));
/** Words before “of”, behind which no name stands: what kind of geographers, welche Art von Ausschuss. */
const KINDS = new Set(
  'kind kinds type types sort sorts form forms art arten genre genres tipo tipos'.split(' '),
);
/** Abbreviations of technical terms, which documents may spell out: HVAC, and in keywords esg. */
const [ABBREVIATION, SHORT_WORD] = [/^\p{Lu}{2,5}$/u, /^\p{Ll}{1,4}$/u];
const LOWER_CASE_PLURAL = /^\p{Ll}+s$/u;
/** Common words that stand in the same places, and German nouns, also in the plural. */
const COMMON_ENDING = /^\p{Ll}+(?:ing|ly|ed|tion|ness|ity)$/u;
const GERMAN_ENDING = /(?:e|en|er|ern|ung|heit|keit|schaft|nis|tät)$/u;

/**
 * Measures whether the question asks about a name that occurs in no permitted document, and neither does another expression for
 * it, such as a synonym of a room. Names and scientific words are spelled differently in other languages: of a passage in another
 * one the text is given.
 */
export function measureAbsentNames(
  view: PermittedView,
  question: string,
  equivalents: readonly Equivalents[],
  translatedPassage?: string,
): number[] {
  const occurs = (other: Expression) => findExpression(view, other).every((stems) => stems.length > 0);
  const spelled = translatedPassage === undefined ? '' : ` ${foldSpelling(translatedPassage)}`;
  const isAbsent = (word: string) =>
    view.findStems(word).length === 0 &&
    !equivalents.some(({ words, others }) => words.includes(word) && others.some(occurs)) &&
    (spelled === '' || !spelled.includes(` ${foldSpelling(word).slice(0, SAME_BEGINNING)}`));
  const weight = translatedPassage === undefined ? 1 : 0.5;
  return [asksForAbsentName(question, isAbsent) ? weight : 0];
}

/** Folds letters that languages exchange, as in cytotoxic and zytotoxisch, and what stands between words. */
const foldSpelling = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[cz]/g, 'k')
    .replace(/\P{L}+/gu, ' ');

/**
 * Returns whether a word that is absent has the place of a name, or a legal form behind it, and is no common word of the
 * question's language.
 */
export function asksForAbsentName(text: string, isAbsent: (word: string) => boolean): boolean {
  const question = text.slice(0, MAX_LENGTH);
  const terms = tokenize(question).filter(({ kind }) => kind !== 'extra');
  const language = detectLanguage(terms);
  const isKeywords =
    terms.length <= MAX_KEYWORDS && !terms.some((term) => isFunctionWord(term.text, language));
  const hasCapitals = /.\p{Lu}/su.test(question);
  return terms.some((term, at) => {
    if (!LETTERS.test(term.text) || isFunctionWord(term.text, language) || !isAbsent(term.text)) return false;
    if (LEGAL_FORM.test(question.slice(term.end))) return true;
    const [before, next] = [terms[at - 1]?.text ?? '', terms[at + 1]];
    // The name goes on with a name that the documents have: Hochschule Furtwangen.
    const goesOn =
      next !== undefined && next.start > term.start && /^\p{Lu}/u.test(question.slice(next.start));
    if (goesOn && !isAbsent(next.text) && !isCommonWord(next.text, language)) return false;
    const isOwner = next?.text === 's' && next.start === term.start;
    const isBehind = BEFORE_NAME.has(before) && !KINDS.has(terms[at - 2]?.text ?? '');
    const written = question.slice(term.start, term.end).replace(/^\p{Ll}['’]/u, '');
    if (!(isKeywords || isOwner || isBehind) || COMMON_ENDING.test(written)) return false;
    if (ABBREVIATION.test(written) || (isKeywords && SHORT_WORD.test(written))) return false;
    if (!isKeywords && BEFORE_GROUP.has(before) && LOWER_CASE_PLURAL.test(written)) return false;
    const isCapitalized = /^\p{Lu}/u.test(written);
    const isPurpose = BEFORE_PURPOSE.has(before);
    if ((language === 'de' || isPurpose) && !isKeywords)
      if (isCapitalized ? GERMAN_ENDING.test(written) : hasCapitals) return false;
    // English titles have capitals everywhere.
    const isName = isCapitalized && language !== 'en' && !isPurpose;
    return (isBehind && isName) || !isCommonWord(term.text, language);
  });
}

/** Returns whether a word is one of the lexicon, or has a translation. */
const isCommonWord = (word: string, language: Language): boolean =>
  [word, word.replace(/s$/, '')].some((each) => listForeignWords(each).length > 0) ||
  findConcepts([word], language).length > 0 ||
  (language !== 'en' && translateWord(word).length > 0);
