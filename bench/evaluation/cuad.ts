import { z } from 'zod';
import type { Collection } from './collections.ts';
import { read, readLines } from './evaluation-files.ts';

const question = z.object({
  doc: z.string(),
  question: z.string(),
  kind: z.enum(['clause', 'negative', 'nospan']),
  spans: z.array(z.tuple([z.number(), z.number()])),
});

/** Each contract alone with what was asked of it; a question without spans asks for a clause that is not there. */
export function readCuad(): Collection[] {
  const asked = readLines(question, 'cuad', 'questions.jsonl').filter(({ kind }) => kind !== 'nospan');
  const ofDocument = Map.groupBy(asked, ({ doc }) => doc);
  return [...ofDocument].map(([doc, asked]) => {
    const text = read('cuad', doc);
    const codePoints = Array.from(text);
    const unitsBefore = (count: number) => codePoints.slice(0, count).join('').length;
    return {
      documents: [{ id: 0, title: doc.replace(/^.*\/|\.txt$/g, '').replace(/[_-]/g, ' '), text }],
      questions: asked.map(({ question, kind, spans }) => ({
        text: question,
        judgments: new Map(kind === 'clause' ? [[0, 1]] : []),
        spans:
          kind === 'clause'
            ? spans.map(([start, end]) => ({ document: 0, start: unitsBefore(start), end: unitsBefore(end) }))
            : [],
      })),
    };
  });
}
