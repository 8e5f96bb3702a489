import type { Collection } from './datasets.ts';

const run = 5;

/** Half of the documents, by fives, with the questions that were asked of all. */
export function halfOf({ documents, questions }: Collection): Collection {
  const isKept = (id: number) => Math.floor(id / run) % 2 === 0;
  return {
    documents: documents.filter(({ id }) => isKept(id)),
    questions: questions.map((question) => ({
      ...question,
      judgments: new Map([...question.judgments].filter(([id]) => isKept(id))),
    })),
  };
}
