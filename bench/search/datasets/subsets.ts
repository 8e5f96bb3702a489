import type { Dataset } from './datasets.ts';

/** Number of subsets of each size; more add nothing to the training. */
const MAX_SUBSETS = 5;
/** Every 29th question about other documents is asked of a subset, different ones of each. */
const UNRELATED_STEP = 29;

/** Splits a dataset into small ones of consecutive documents, each with the questions about them and as many about others. */
export function splitIntoSmallDatasets({ documents, questions }: Dataset, size: number): Dataset[] {
  const spread = Math.max(size, Math.floor(documents.length / MAX_SUBSETS));
  return Array.from({ length: Math.min(MAX_SUBSETS, Math.floor(documents.length / size)) }, (_, subset) => {
    const from = subset * spread;
    const isIn = (id: number) => id >= from && id < from + size;
    const isOwn = ({ judgments }: Dataset['questions'][number]) => judgments.keys().some(isIn);
    const own = questions.filter(isOwn);
    const others = questions
      .filter((question, at) => at % UNRELATED_STEP === subset && !isOwn(question))
      .slice(0, own.length)
      .map((question) => ({ ...question, judgments: new Map<number, number>() }));
    return { documents: documents.filter(({ id }) => isIn(id)), questions: [...own, ...others] };
  });
}

const RUN_LENGTH = 5;

/** Selects half of the documents, five at a time, with the questions about all of them. */
export function sampleHalf({ documents, questions }: Dataset): Dataset {
  const isKept = (id: number) => Math.floor(id / RUN_LENGTH) % 2 === 0;
  return {
    documents: documents.filter(({ id }) => isKept(id)),
    questions: questions.map((question) => ({
      ...question,
      judgments: new Map([...question.judgments].filter(([id]) => isKept(id))),
    })),
  };
}
