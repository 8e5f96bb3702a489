import { z } from 'zod';
import type { Block } from '#server/engines/documents/blocks/document-text.ts';
import { formatTable } from '#server/engines/documents/blocks/format-table.ts';
import { readEvaluationFile } from '#server/testing/evaluation-data/evaluation-files.ts';
import type { Dataset } from './datasets.ts';
import { readOnce } from './read-once.ts';

const tatqaPages = z.array(
  z.object({
    table: z.object({ table: z.array(z.array(z.string())) }),
    paragraphs: z.array(z.object({ order: z.number(), text: z.string() })),
    questions: z.array(
      z.object({
        question: z.string(),
        answer_type: z.string(),
        answer: z.union([z.string(), z.number(), z.array(z.string())]),
      }),
    ),
  }),
);

/** A page of a filing each, its table written out as that of a Word file is; the one that was asked about is to be found. */
export const readTatqa = (): Dataset => readOnce('tatqa', parseTatqa);

function parseTatqa(): Dataset {
  const found = tatqaPages.parse(JSON.parse(readEvaluationFile('tatqa', 'tatqa_dataset_dev.json')));
  return {
    documents: found.map(({ table, paragraphs }, id) => {
      const prose = paragraphs.toSorted((one, other) => one.order - other.order);
      const blocks: Block[] = [];
      let start = 0;
      const write = (kind: Block['kind'], text: string) => {
        blocks.push({ kind, text, headings: [], start, end: start + text.length });
        start += text.length + 1;
      };
      for (const { text } of prose) write('paragraph', text);
      for (const row of formatTable(table.table)) write('table', row);
      return { id, title: '', text: blocks.map(({ text }) => text).join('\n'), blocks };
    }),
    questions: found.flatMap(({ questions }, id) =>
      questions.map(({ question, answer_type: type, answer }) => ({
        text: question,
        judgments: new Map([[id, 1]]),
        spans: [],
        ...(type === 'arithmetic' && { figure: Number(answer) }),
      })),
    ),
  };
}
