import type { Dataset } from './datasets.ts';

/** So many rooms of each size are enough to learn from. */
const MAX_SUBSETS = 5;
/** Of what was asked elsewhere, each of so many questions, others for each room. */
const UNRELATED_STEP = 29;

/** Small rooms, each of some documents that follow one another, asked what was asked of these and as much that was asked of others. */
export function splitIntoSmallDatasets({ documents, questions }: Dataset, size: number): Dataset[] {
  const spread = Math.max(size, Math.floor(documents.length / MAX_SUBSETS));
  return Array.from({ length: Math.min(MAX_SUBSETS, Math.floor(documents.length / size)) }, (_, room) => {
    const from = room * spread;
    const isIn = (id: number) => id >= from && id < from + size;
    const isOwn = ({ judgments }: Dataset['questions'][number]) => judgments.keys().some(isIn);
    const own = questions.filter(isOwn);
    const others = questions
      .filter((question, at) => at % UNRELATED_STEP === room && !isOwn(question))
      .slice(0, own.length)
      .map((question) => ({ ...question, judgments: new Map<number, number>() }));
    return { documents: documents.filter(({ id }) => isIn(id)), questions: [...own, ...others] };
  });
}
