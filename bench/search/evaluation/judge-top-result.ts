import type { Dataset } from '../datasets/datasets.ts';
import { indexDataset } from './index-dataset.ts';

export interface JudgedQuestion {
  /** What was asked of the same documents stays together when a part is kept back to measure on. */
  group: number;
  text: string;
  /** Nothing when nothing was found, of which the room is never confident. */
  features: readonly number[] | undefined;
  isPresent: boolean;
  /** The first passage is of a document, and touches a span, that was judged right. */
  isTrue: boolean;
}

export function judgeTopResult(group: number, collection: Dataset): JudgedQuestion[] {
  const answer = indexDataset(collection, 'hybrid');
  return collection.questions.map(({ text, judgments, spans }) => {
    const { matches, evidence } = answer(text);
    const [first] = matches.take(1);
    const isPresent = judgments.size > 0;
    if (first === undefined) return { group, text, features: undefined, isPresent, isTrue: false };
    const isShown = spans.some(
      ({ document, start, end }) =>
        document === first.document && first.chunk.start < end && first.chunk.end > start,
    );
    const isTrue = spans.length > 0 ? isShown : judgments.has(first.document);
    return { group, text, features: evidence, isPresent, isTrue };
  });
}
