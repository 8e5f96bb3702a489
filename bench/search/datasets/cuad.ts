import { z } from 'zod';
import { readEvaluationFile, readJsonLines } from '#server/testing/evaluation-data/evaluation-files.ts';
import type { Dataset } from './datasets.ts';
import { readPlainText } from './plain-text.ts';
import { readOnce } from './read-once.ts';

const question = z.object({
  doc: z.string(),
  document_name: z.string(),
  parties: z.string(),
  question: z.string(),
  kind: z.enum(['clause', 'negative', 'nospan']),
  spans: z.array(z.tuple([z.number(), z.number()])),
});

/**
 * Reads each contract alone with its questions; a question without spans asks for an absent clause. `step` selects every
 * contract or, for example, every eighth.
 */
export const readCuad = (step = 1): Dataset[] => readOnce(`cuad ${step}`, () => parseCuad(step));

function parseCuad(step: number): Dataset[] {
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

/** Contracts of one company follow each other. */
const SWAP_DISTANCE = 10;

/**
 * Reads all contracts into one dataset; each question names its contract by kind and parties, every other one in quotes. With
 * `swaps` the second party is that of the contract ten further on, which is not in the contract, so that nothing answers.
 */
export const readNamedCuad = (swaps = false): Dataset =>
  readOnce(`named cuad ${swaps}`, () => nameCuad(swaps));

function nameCuad(swaps: boolean): Dataset {
  const asked = readJsonLines(question, 'cuad', 'questions.jsonl').filter(({ kind }) => kind === 'clause');
  const named = new Map(asked.map(({ doc, document_name, parties }) => [doc, { document_name, parties }]));
  const all = [...named.values()];
  const partiesOf = (position: number) =>
    (all[position % all.length]?.parties ?? '')
      .split(';')
      .map((party) => party.replace(/\s*\(.*$/, '').trim());
  const names = all.map(({ document_name }, position) => {
    const [first, own = first] = partiesOf(position);
    const second = swaps ? partiesOf(position + SWAP_DISTANCE)[0] : own;
    const mark = position % 2 === 0 ? '' : '"';
    return `Consider the ${document_name} between ${mark}${first}${mark} and ${mark}${second}${mark}`;
  });
  const contracts = readCuad();
  return {
    documents: contracts.flatMap(({ documents }, id) => documents.map((document) => ({ ...document, id }))),
    questions: contracts.flatMap(({ questions }, document) =>
      questions
        .filter(({ spans }) => spans.length > 0)
        .map(({ text, spans }) => ({
          text: `${names[document]}; ${text}`,
          judgments: new Map(swaps ? [] : [[document, 1]]),
          spans: swaps ? [] : spans.map((span) => ({ ...span, document })),
        })),
    ),
  };
}
