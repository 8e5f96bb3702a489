import { createSentenceReader, SENTENCE_FEATURES } from '#server/engines/search/ranking/best-sentence.ts';
import { PermittedView } from '#server/engines/search/retrieval/permitted-view.ts';
import { ANSWER_SETS } from './answer-quality.ts';
import type { Dataset } from './datasets/datasets.ts';
import { buildIndex } from './evaluation/index-dataset.ts';
import { isSentenceRight } from './evaluation/judge-answers.ts';
import { type TrainingSample, trainLogisticRegression } from './evaluation/train-logistic-regression.ts';

/** Sets with the exact place of the answer, of which sentences are learnt; each counts the same. */
const SETS = ['xquad-en', 'xquad-de', 'contractnli-alone', 'cuad-alone'];

/** Measures every sentence of the right passages, relative to the mean of its passage. */
function listSamples(dataset: Dataset): Omit<TrainingSample, 'weight'>[] {
  const { index, chunks } = buildIndex(dataset);
  const view = new PermittedView(index, () => true);
  const entries = new Map([...index.entries()].map((entry) => [entry.id, entry]));
  return dataset.questions.flatMap((question) => {
    const reader = createSentenceReader(view, question.text);
    const spans = question.answer === undefined ? question.spans : [question.answer];
    return spans.slice(0, 1).flatMap((span) => {
      const entry = entries.get(span.document);
      if (entry === undefined) return [];
      const position = chunks.findIndex(
        ({ start, end }, at) => at >= entry.firstChunk && start <= span.start && span.start < end,
      );
      const chunk = chunks[position];
      if (chunk === undefined || position >= entry.firstChunk + entry.chunkCount) return [];
      const sentences = reader.measure(entry, chunk.text);
      if (sentences.length < 2) return [];
      const means = SENTENCE_FEATURES.map(
        (_, feature) =>
          sentences.reduce((sum, { features }) => sum + (features[feature] ?? 0), 0) / sentences.length,
      );
      return sentences.map(({ start, end, features }) => ({
        features: features.map((value, feature) => value - (means[feature] ?? 0)),
        isTrue: isSentenceRight(question, {
          document: span.document,
          start: chunk.start + start,
          end: chunk.start + end,
        }),
      }));
    });
  });
}

const samples: TrainingSample[] = [];
for (const name of SETS) {
  const datasets = (await ANSWER_SETS[name]?.read('tuned')) ?? [];
  const own = datasets.flatMap(listSamples);
  samples.push(...own.map((sample) => ({ ...sample, weight: 1000 / own.length })));
  console.log(name, own.length);
}
const { coefficients, deviations } = trainLogisticRegression(samples);
console.table(
  SENTENCE_FEATURES.map((feature, at) => ({
    feature,
    coefficient: Number(((coefficients[at] ?? 0) / (deviations[at] ?? 1)).toPrecision(3)),
  })),
);
