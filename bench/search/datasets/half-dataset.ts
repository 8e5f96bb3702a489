import type { Dataset } from './datasets.ts';

const RUN_LENGTH = 5;

/** Half of the documents, by fives, with the questions that were asked of all. */
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
