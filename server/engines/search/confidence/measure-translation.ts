import { detectLanguage, isFunctionWord } from '../analysis/detect-language.ts';
import { tokenize } from '../analysis/tokenize.ts';

/**
 * Describes the features of a question that is translated for its documents, in the order in which measureTranslation returns
 * them.
 */
export const TRANSLATION_FEATURES = ['question is English, and the passage in another language'] as const;

/**
 * Function words of another language in a passage, and how many more of them than of English: a table or list of names has few of
 * either.
 */
const [MIN_WORDS, MIN_TIMES] = [3, 2];
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}\p{M}]/u;

/** Measures whether an English question was answered from a text in another language. */
export function measureTranslation(question: string, passage: string): number[] {
  if (OTHER_SCRIPT.test(question) || detectLanguage(tokenize(question)) !== 'en') return [0];
  const words = tokenize(passage);
  const language = detectLanguage(words);
  const count = (of: typeof language) => words.filter(({ text }) => isFunctionWord(text, of)).length;
  const own = count(language);
  return [Number(language !== 'en' && own >= MIN_WORDS && own > MIN_TIMES * count('en'))];
}
