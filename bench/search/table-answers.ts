import { z } from 'zod';
import { hasEvaluationData, readEvaluationFile } from '#server/testing/evaluation-data/evaluation-files.ts';
import { readTatqa } from './datasets/tatqa.ts';
import { createHitSearch } from './evaluation/index-dataset.ts';

const answered = z.array(
  z.object({
    questions: z.array(
      z.object({
        question: z.string(),
        answer: z.union([z.string(), z.number(), z.array(z.string())]),
        answer_type: z.string(),
        answer_from: z.string(),
      }),
    ),
  }),
);

/**
 * Asks the questions of TAT-QA that a table's cell answers, each of its own page, and counts how often the answer is in the
 * sentence, in the rows and in the cell that are shown. Pages with odd numbers are held out.
 */
export async function benchTableAnswers(words: readonly string[]): Promise<object[]> {
  if (!hasEvaluationData('tatqa'))
    return [{ set: 'tatqa', part: 'skipped: absent (EVALDATA_DIR says where to look)' }];
  const isTuned = words.includes('tuned');
  const pages = answered.parse(JSON.parse(readEvaluationFile('tatqa', 'tatqa_dataset_dev.json')));
  const figures = { questions: 0, sentence: 0, tables: 0, 'in the rows': 0, 'in the cell': 0, shown: 0 };
  for (const [id, document] of readTatqa().documents.entries()) {
    if ((id % 2 === 0) !== isTuned) continue;
    const search = createHitSearch({ documents: [document], questions: [] });
    for (const { question, answer, answer_type, answer_from } of pages[id]?.questions ?? []) {
      if (answer_from !== 'table' || answer_type !== 'span') continue;
      const wanted = [answer].flat().map((each) => normalize(String(each)));
      const holds = (text: string) => wanted.every((each) => normalize(text).includes(each));
      const { hits, table } = search(question, 10);
      const [first] = hits;
      const isInSentence =
        first !== undefined && holds(first.chunk.text.slice(first.sentence.start, first.sentence.end));
      const isInRows =
        table !== undefined &&
        holds(
          `${table.rows.map(({ cells }) => cells.join(' ')).join(' ')} ${table.columns[table.column ?? -1] ?? ''}`,
        );
      const isInCell =
        table?.column !== undefined &&
        holds(`${table.rows[0]?.cells[table.column] ?? ''} ${table.columns[table.column] ?? ''}`);
      figures.questions++;
      figures.sentence += Number(isInSentence);
      figures.tables += Number(table !== undefined);
      figures['in the rows'] += Number(isInRows);
      figures['in the cell'] += Number(isInCell);
      figures.shown += Number(table === undefined ? isInSentence : isInRows);
      if (words.includes('list'))
        console.log(
          isInSentence ? 'S' : '-',
          isInRows ? 'R' : '-',
          isInCell ? 'C' : '-',
          question,
          '=>',
          wanted.join(),
          '|',
          table === undefined
            ? ''
            : JSON.stringify([table.columns, table.rows[0]?.cells, table.column, table.computation?.kind]),
        );
    }
  }
  return [{ set: 'tatqa', part: isTuned ? 'tuned' : 'held out', ...figures }];
}

const normalize = (text: string): string => text.replace(/[\s$%]/g, '').toLowerCase();
