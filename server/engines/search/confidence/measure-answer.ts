import { answerTypeOf, compareType } from '#shared/domain/answer-types.ts';
import { discriminativeTerms } from '../analysis/stop-words.ts';
import type { SentenceReader } from '../ranking/best-sentence.ts';
import { looksLikeName } from '../ranking/document-names.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { RankedPassage } from '../retrieval/rank-by-keyword.ts';
import { createDocumentTest } from './share-in-document.ts';

/** Describes the features of the answer, in the order in which measureAnswer returns them. */
export const ANSWER_FEATURES = [
  'share of the question in the sentence, without the words that name the document',
  'share of the question in the passage',
  'share of the question in the document',
  'square of the share of the question in the sentence',
  'sentence has (1) or lacks (-1) the type of answer that is asked for',
  'passage has (1) or lacks (-1) the type of answer that is asked for',
  'adjacent pairs of question words in the sentence',
  'share of the question words that occur nowhere',
  'share of the names in the question that the document lacks',
  'distance of the score from the next passage',
  'distance of the score from the next document',
  'logarithm of the number of permitted passages',
  'share of the question words that name the document',
] as const;

/** A ranked passage with its text. */
export interface ReadPassage extends RankedPassage {
  text: string;
}

/** Measures how well the best sentence of the first passage answers the query. Depends on permitted passages only. */
export function measureAnswer(
  view: PermittedView,
  question: string,
  sentences: SentenceReader,
  [first, ...others]: readonly [ReadPassage, ...ReadPassage[]],
): number[] {
  const { entry, chunk, text } = first;
  const { index } = view;
  const { title, path } = index.documentFields;
  const isInDocument = createDocumentTest(view, entry);
  const isInPassage = (stems: readonly number[]) =>
    stems.some(
      (stem) => index.chunkFields.body.has(stem, chunk) || index.chunkFields.headings.has(stem, chunk),
    );
  const isNaming = (stems: readonly number[]) =>
    stems.some((stem) => title.has(stem, entry.unit) || path.has(stem, entry.unit));
  const sentence = sentences.choose(entry, text);
  const [share = 0, , sentenceType = 0, , pairs = 0] = sentence?.features ?? [];
  const words = discriminativeTerms(question).map((term) => ({ term, stems: view.findStems(term.text) }));
  const firstLetter = question.search(/\p{L}/u);
  const names = words.filter(({ term }) => looksLikeName(question, term, firstLetter));
  const shareWhere = (some: typeof words, isCounted: (stems: readonly number[]) => boolean) =>
    some.filter(({ stems }) => isCounted(stems)).length / Math.max(some.length, 1);
  const distanceTo = (other: ReadPassage | undefined) => first.score - (other?.score ?? 0);
  return [
    share,
    sentences.shareOf(entry, isInPassage),
    sentences.shareOf(entry, isInDocument),
    share ** 2,
    sentenceType,
    compareType(text, answerTypeOf(question)),
    pairs,
    shareWhere(words, (stems) => stems.length === 0),
    shareWhere(names, (stems) => !isInDocument(stems)),
    distanceTo(others[0]),
    distanceTo(others.find((other) => other.entry !== entry)),
    Math.log(view.passageCount),
    shareWhere(words, isNaming),
  ];
}
