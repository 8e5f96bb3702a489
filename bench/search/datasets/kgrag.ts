import { createReadStream } from 'node:fs';
import Papa from 'papaparse';
import { z } from 'zod';
import { createTextExtractor } from '#server/engines/documents/extraction/extraction-pool.ts';
import {
  evaluationPath,
  listEvaluationFiles,
  readEvaluationFile,
} from '#server/testing/evaluation-data/evaluation-files.ts';
import type { Dataset } from './datasets.ts';

const csvQuestion = z.object({ Question: z.string(), 'Source Docs': z.string(), Answer: z.string() });

/** Figures that are hardly anywhere by chance: 82,959 or 25.93, no years. */
const DISTINCTIVE_NUMBER = /\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+/g;

interface Page {
  document: number;
  start: number;
  end: number;
  figures: ReadonlySet<string>;
}

/**
 * Filings as PDF. Which page answers is not told, but the answers' figures are: right are the pages of each named filing that
 * hold the most of them. Questions whose answer has none that a filing holds are left out.
 */
export async function readKgrag(): Promise<Dataset> {
  const names = listEvaluationFiles('kgrag', 'docs').toSorted();
  const extractor = createTextExtractor();
  const documents: Dataset['documents'] = [];
  const pages: Page[] = [];
  for (const [id, name] of names.entries()) {
    const found = await extractor.extract({
      owner: 'bench',
      type: 'pdf',
      bytes: async () => createReadStream(evaluationPath('kgrag', 'docs', name)),
    });
    if (found.status !== 'indexed') throw new Error(`${name}: ${JSON.stringify(found.reasons)}`);
    const { blocks } = found;
    documents.push({ id, title: name, text: blocks.map(({ text }) => text).join('\n'), blocks });
    for (const ofPage of Map.groupBy(blocks, ({ page }) => page).values()) {
      const figures = new Set(ofPage.flatMap(({ text }) => text.match(DISTINCTIVE_NUMBER) ?? []));
      pages.push({ document: id, start: ofPage[0]?.start ?? 0, end: ofPage.at(-1)?.end ?? 0, figures });
    }
  }
  await extractor.close();
  const { data } = Papa.parse(readEvaluationFile('kgrag', 'questions.csv'), {
    header: true,
    skipEmptyLines: true,
  });
  const questions = z
    .array(csvQuestion)
    .parse(data)
    .flatMap(({ Question, 'Source Docs': source, Answer }) => {
      const wanted = new Set(Answer.match(DISTINCTIVE_NUMBER));
      const named = source.replaceAll('*', '');
      const count = (page: Page) => [...wanted].filter((each) => page.figures.has(each)).length;
      const candidates = pages.filter((page) => names[page.document]?.includes(named) && count(page) > 0);
      const spans = [...Map.groupBy(candidates, ({ document }) => document).values()].flatMap((ofFiling) => {
        const most = Math.max(...ofFiling.map(count));
        return ofFiling.filter((page) => count(page) === most);
      });
      const judgments = new Map(spans.map(({ document }) => [document, 1]));
      return spans.length > 0 ? [{ text: Question, judgments, spans }] : [];
    });
  return { documents, questions };
}
