import { z } from 'zod';
import { readEvaluationFile, readJsonLines } from '#server/testing/evaluation-data/evaluation-files.ts';
import type { Dataset } from './datasets.ts';
import { readPlainText } from './plain-text.ts';

const question = z.object({
  doc: z.string(),
  question: z.string(),
  kind: z.enum(['clause', 'negative', 'nospan']),
  spans: z.array(z.tuple([z.number(), z.number()])),
});

/** Each contract alone with what was asked of it; a question without spans asks for a clause that is not there. Every contract, or each of so many. */
export function readCuad(step = 1): Dataset[] {
  const asked = readJsonLines(question, 'cuad', 'questions.jsonl').filter(({ kind }) => kind !== 'nospan');
  const ofDocument = Map.groupBy(asked, ({ doc }) => doc);
  const contracts = [...ofDocument].filter((_, at) => at % step === 0);
  return contracts.map(([doc, asked]) => {
    const { spanOf, ...contract } = readPlainText(readEvaluationFile('cuad', doc));
    const title = doc.replace(/^.*\/|\.txt$/g, '').replace(/[_-]/g, ' ');
    return {
      documents: [{ id: 0, title, ...contract }],
      questions: asked.map(({ question, kind, spans }) => ({
        text: question,
        judgments: new Map(kind === 'clause' ? [[0, 1]] : []),
        spans: kind === 'clause' ? spans.map(([start, end]) => ({ document: 0, ...spanOf(start, end) })) : [],
      })),
    };
  });
}
