import { detectLanguage, isFunctionWord, wordGroupOf } from '../analysis/detect-language.ts';
import type { Term } from '../analysis/tokenize.ts';
import type { Expression } from './lexicon.ts';
import { listForeignWords, translateWord } from './word-translations.ts';

/** A word of a question, at its offsets, with those of other languages. */
interface Translation {
  words: readonly string[];
  start: number;
  end: number;
  others: readonly Expression[];
}

/**
 * Translates the words of a question that the lexicon does not have: into English, or an English one into all other
 * languages; both ways when no function word tells the language. Words of other scripts have no language of their own here,
 * and are no English ones.
 */
export function translateWords(terms: readonly Term[], known: readonly Translation[]): Translation[] {
  const language = detectLanguage(terms);
  const isDetected = terms.some(({ text }) => isFunctionWord(text, language));
  return terms.flatMap(({ text, start, end }) => {
    const isKnown = known.some((each) => each.start <= start && end <= each.end);
    if (isKnown || isFunctionWord(text, language) || /^\d/.test(text)) return [];
    const isLatin = wordGroupOf(text, language) !== 'other';
    const others = [
      ...(isLatin && isDetected && language === 'en' ? [] : toEnglish(text)),
      ...(isLatin && language === 'en' ? fromEnglish(text) : []),
    ];
    return others.length > 0 ? [{ words: [text], start, end, others }] : [];
  });
}

const toEnglish = (word: string): Expression[] =>
  translateWord(word).flatMap((meanings) =>
    meanings.map((meaning): Expression => ({ language: 'en', words: [meaning] })),
  );

const fromEnglish = (word: string): Expression[] =>
  listForeignWords(word).map((each): Expression => ({ words: [each], isForeign: true }));
