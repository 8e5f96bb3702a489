import { z } from 'zod';
import { readEvaluationFile } from '#server/testing/evaluation-data/evaluation-files.ts';
import type { Dataset } from './datasets.ts';
import type { Part } from './split.ts';
import { readTatqa } from './tatqa.ts';

/** A question for a figure, with the document that has it and how it is written there; no document where nothing answers. */
interface FigureQuestion {
  text: string;
  document?: number;
  answer: string;
}

/** A room with the questions that are asked in it. */
export interface FigureRoom {
  documents: Dataset['documents'];
  questions: FigureQuestion[];
}

const answered = z.array(
  z.object({
    questions: z.array(
      z.object({
        question: z.string(),
        answer: z.union([z.string(), z.number(), z.array(z.string())]),
      }),
    ),
  }),
);

/** Documents of a small room. */
const FEW = 4;
/** Names of companies, made up for the product. */
const FIRST_NAMES =
  'Keller Varga Marlowe Hollis Nyberg Castell Okafor Brandt Delvin Elmar Falk Gruber Ibsen Jarvis Kovacs Lindqvist Moreau'.split(
    ' ',
  );
const LAST_NAMES =
  'Marine Textiles Optics Energy Logistics Foods Shipping Sensors Dairy Mining Paper Software Steel Glass Pharma Rail Media'.split(
    ' ',
  );

/**
 * Lists pages of TAT-QA in rooms of their own, in rooms of four, all in one room, and all in one room with a company's name as
 * the title, which the question names too. Answers that are no figure count as questions too: a figure is wrong there.
 */
export function listFigureRooms(part: Part): Record<string, FigureRoom[]> {
  const { documents } = readTatqa();
  const pages = answered.parse(JSON.parse(readEvaluationFile('tatqa', 'tatqa_dataset_dev.json')));
  const asked = documents.filter(({ id }) => (id % 2 === 0) === (part === 'tuned'));
  const questionsOf = ({ id }: Dataset['documents'][number]): FigureQuestion[] =>
    (pages[id]?.questions ?? []).map(({ question, answer }) => ({
      text: question,
      document: id,
      answer: [answer].flat().join(' and '),
    }));
  const few = Array.from({ length: Math.floor(asked.length / FEW) }, (_, room) =>
    asked.slice(room * FEW, (room + 1) * FEW),
  );
  const named = documents.map((document) => ({ ...document, title: `Annual report ${nameOf(document.id)}` }));
  return {
    'own page': asked.map((page) => ({ documents: [page], questions: questionsOf(page) })),
    'four pages': few.map((pages) => ({ documents: pages, questions: pages.flatMap(questionsOf) })),
    'all pages': [{ documents, questions: asked.flatMap(questionsOf) }],
    'all pages, named': [
      {
        documents: named,
        questions: asked.flatMap((page) =>
          questionsOf(page).map((question) => ({ ...question, text: askOf(question.text, nameOf(page.id)) })),
        ),
      },
    ],
  };
}

export const nameOf = (id: number): string =>
  `${FIRST_NAMES[id % FIRST_NAMES.length]} ${LAST_NAMES[Math.floor(id / FIRST_NAMES.length) % LAST_NAMES.length]}`;

/** Names the company behind a question. */
export const askOf = (question: string, name: string): string =>
  `${question.replace(/\s*\?\s*$/, '')} of ${name}?`;
