import type { Readable } from 'node:stream';
import type { Context } from '#server/app/context.ts';
import { spreadsheet } from '#server/engines/archives/archives.ts';
import { MAX_EXPORTED_RESULTS } from '#shared/contracts/search/export.ts';
import { answerQuestion, type Question } from './answer-question.ts';
import { describeLocation } from './presenter.ts';

const HEADINGS = ['Document', 'Version', 'Place', 'Passage', 'Address'];

/** Writes the results of a question as CSV, no more than its page shows, and records that. */
export async function exportResults(ctx: Context, question: Omit<Question, 'limit'>): Promise<Readable> {
  const asked = { ...question, limit: MAX_EXPORTED_RESULTS };
  const { result } = await answerQuestion(ctx, asked, 'search.export');
  const { citations, relatedDocuments } = result;
  const addressOf = (fileId: number) => `${ctx.config.publicUrl}/file/${fileId}`;
  const cited = new Set(citations.map(({ fileId }) => fileId));
  const others = relatedDocuments.filter(({ fileId }) => !cited.has(fileId));
  return spreadsheet.csv([
    HEADINGS,
    ...citations.map((citation) => [
      citation.fileName,
      citation.version ?? 1,
      describeLocation(citation).replace(/\. $/, ''),
      citation.quote,
      addressOf(citation.fileId),
    ]),
    ...others.map(({ fileId, fileName, preview }) => [fileName, '', '', preview, addressOf(fileId)]),
  ]);
}
