import { tokenize } from '../analysis/tokenize.ts';
import type { Phrase } from '../storage/arrays/word-sequences.ts';
import type { InvertedIndex } from '../storage/inverted-index.ts';

const QUOTE = '["“”„«»]';
/** Questions for a definition; the first group is the defined expression. */
const DEFINITION_QUESTIONS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:definition|meaning) of (?:the (?:term|word|expression) )?${QUOTE}?([^"“”„«»?;,]{2,80})`,
    'iu',
  ),
  new RegExp(
    `\\bwhat (?:does|do|is meant by) (?:the (?:term|word|expression) )?${QUOTE}?([^"“”„«»?;,]{2,80}?)${QUOTE}? mean\\b`,
    'iu',
  ),
  new RegExp(
    `\\bhow (?:is|are|does .{2,60}?) (?:the (?:term|word|expression) )?${QUOTE}?([^"“”„«»?;,]{2,80}?)${QUOTE}? (?:be )?defined?\\b`,
    'iu',
  ),
];
/** Words that a definition continues with after the expression, in the languages of most contracts. */
const DEFINING_WORDS =
  'mean means meaning defined refers bedeutet bezeichnet signifie désigne significa designa'.split(' ');
/** “X” shall have the meaning …; “X” and “Y” each mean … */
const MAX_DISTANCE = 5;

/** Creates a test for passages that define the expression that the query asks for; nothing for another query. */
export function createDefinitionTest(
  index: InvertedIndex,
  text: string,
): ((chunk: number) => boolean) | undefined {
  const expression = DEFINITION_QUESTIONS.map((question) => question.exec(text)?.[1]).find(Boolean);
  if (expression === undefined) return undefined;
  const phrase: Phrase = tokenize(expression)
    .filter(({ kind }) => kind !== 'extra')
    .map(({ text: word }) => index.vocabulary.findWords(word));
  const defining = new Set(DEFINING_WORDS.flatMap((word) => index.vocabulary.findWords(word)));
  if (phrase.length === 0 || phrase.some((numbers) => numbers.length === 0)) return undefined;
  return (chunk) => {
    const words = index.wordsOf(chunk);
    for (let start = 0; start + phrase.length < words.length; start++) {
      if (!phrase.every((numbers, offset) => numbers.includes(words[start + offset] ?? -1))) continue;
      const end = start + phrase.length;
      if (words.subarray(end, end + MAX_DISTANCE).some((word) => defining.has(word))) return true;
    }
    return false;
  };
}
