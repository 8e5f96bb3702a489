import type { Block } from '#server/engines/documents/blocks/document-text.ts';
import type { Dataset } from './datasets.ts';
import { askOf, type FigureRoom, listFigureRooms, nameOf } from './figure-rooms.ts';
import type { Part } from './split.ts';

type Document = Dataset['documents'][number];

/** A number, but for years and days of a month. */
const NUMBER = /(?<![\d,.])(?!(?:19|20)\d\d(?!\d)|[0-3]?\d(?![\d,.]*\d))\d[\d,.]*/gu;
/** Beyond the numbers of pages. */
const TWIN = 10_000;

/**
 * Lists rooms of two reports that differ in nothing but the name of the company and the figures: a page of TAT-QA, and the same
 * with other digits. The question names one of the companies, neither, or another one, of which nothing is there.
 */
export function listTwinRooms(part: Part): Record<string, FigureRoom[]> {
  const rooms = listFigureRooms(part)['own page'] ?? [];
  const askAll = (ask: (text: string, id: number) => string, isAbsent = false): FigureRoom[] =>
    rooms.flatMap(({ documents: [page], questions }) =>
      page === undefined
        ? []
        : {
            documents: twinsOf(page),
            questions: questions.map(({ text, answer, document }) => ({
              text: ask(text, page.id),
              answer,
              ...(!isAbsent && document !== undefined && { document }),
            })),
          },
    );
  return {
    'two companies, one named': askAll((text, id) => askOf(text, nameOf(id))),
    'two companies, neither named': askAll((text) => text),
    'two companies, another named': askAll((text, id) => askOf(text, nameOf(id + 2)), true),
  };
}

/** Lists a page and its twin, the one first for every other page. */
function twinsOf(page: Document): Document[] {
  const own = { ...page, title: `Annual report ${nameOf(page.id)}` };
  const twin: Document = {
    ...page,
    id: page.id + TWIN,
    title: `Annual report ${nameOf(page.id + 1)}`,
    text: changeNumbers(page.text),
    ...(page.blocks && {
      blocks: page.blocks.map((block: Block) => ({ ...block, text: changeNumbers(block.text) })),
    }),
  };
  return page.id % 4 < 2 ? [own, twin] : [twin, own];
}

/** Replaces each digit of the numbers by another one, so that every text keeps its length. */
const changeNumbers = (text: string): string =>
  text.replace(NUMBER, (number) => number.replace(/[1-9]/g, (digit) => String((Number(digit) % 9) + 1)));
