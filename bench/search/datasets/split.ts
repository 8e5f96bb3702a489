import type { Dataset } from './datasets.ts';

/** Halves of a set: weights are chosen on the tuned one, figures are reported for the one held out. */
export type Part = 'tuned' | 'held out';

/** Documents that stay together, because paragraphs of an article follow each other. */
const RUN_LENGTH = 5;

const partOf = (group: number): Part => (group % 2 === 0 ? 'tuned' : 'held out');

/** Selects the questions about documents of the part, in runs of five. All documents stay, so that neither half is easier. */
export function selectPart({ documents, questions }: Dataset, part: Part): Dataset {
  const documentOf = ({ judgments }: Dataset['questions'][number]) => [...judgments.keys()][0] ?? 0;
  return {
    documents,
    questions: questions.filter((question) => partOf(Math.floor(documentOf(question) / RUN_LENGTH)) === part),
  };
}

/** Selects the questions about every other document, the same as `selectDatasets` does of datasets with a document each. */
export function selectAlternate({ documents, questions }: Dataset, part: Part): Dataset {
  const documentOf = ({ judgments }: Dataset['questions'][number]) => [...judgments.keys()][0] ?? 0;
  return { documents, questions: questions.filter((question) => partOf(documentOf(question)) === part) };
}

/** Selects every other question, where a question has many right documents. */
export function selectQuestions({ documents, questions }: Dataset, part: Part): Dataset {
  return { documents, questions: questions.filter((_, position) => partOf(position) === part) };
}

/** Selects every other dataset. */
export function selectDatasets(datasets: readonly Dataset[], part: Part): Dataset[] {
  return datasets.filter((_, position) => partOf(position) === part);
}
