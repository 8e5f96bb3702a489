import { z } from 'zod';
import { readEvaluationFile } from '#server/testing/evaluation-data/evaluation-files.ts';
import type { Dataset } from './datasets.ts';
import { readPlainText } from './plain-text.ts';
import { readOnce } from './read-once.ts';

const contractNli = z.object({
  documents: z.array(
    z.object({
      file_name: z.string(),
      text: z.string(),
      spans: z.array(z.tuple([z.number(), z.number()])),
      annotation_sets: z
        .array(
          z.object({
            annotations: z.record(z.string(), z.object({ choice: z.string(), spans: z.array(z.number()) })),
          }),
        )
        .min(1),
    }),
  ),
  labels: z.record(z.string(), z.object({ hypothesis: z.string() })),
});

/** Reads each confidentiality agreement alone, with the statements that it confirms, contradicts or does not mention. */
export const readContractNli = (): Dataset[] => readOnce('contractnli', parseContractNli);

function parseContractNli(): Dataset[] {
  const { documents, labels } = contractNli.parse(JSON.parse(readEvaluationFile('contractnli', 'dev.json')));
  return documents.map(({ file_name, text, spans, annotation_sets: [annotated] }) => {
    const { spanOf, ...content } = readPlainText(text);
    const title = file_name.replace(/\.\w+$/, '').replace(/[_-]/g, ' ');
    const questions = Object.entries(annotated?.annotations ?? {}).map(([label, { spans: evidence }]) => {
      const ranges = evidence.flatMap((position) => {
        const [start, end] = spans[position] ?? [0, 0];
        return end > start ? [{ document: 0, ...spanOf(start, end) }] : [];
      });
      return {
        text: labels[label]?.hypothesis ?? '',
        judgments: new Map(ranges.length > 0 ? [[0, 1]] : []),
        spans: ranges,
      };
    });
    return { documents: [{ id: 0, title, ...content }], questions };
  });
}
