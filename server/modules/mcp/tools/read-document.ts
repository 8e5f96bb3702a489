import { z } from 'zod';
import { AppError } from '#server/app/errors.ts';
import { limitRendering } from '#server/modules/files/pages/limit-rendering.ts';
import { listPages } from '#server/modules/files/pages/list-pages.ts';
import { renderPage } from '#server/modules/files/pages/render-page.ts';
import { readText } from '#server/modules/search/read-text.ts';
import { id } from '#shared/contracts/fields/base-fields.ts';
import { downloadFile } from '#shared/contracts/files.ts';
import { viewPage } from '#shared/contracts/pages.ts';
import { answerJson, defineTool } from '../tool.ts';

const MAX_TEXT_LENGTH = 20_000;
/** Text is readable at this width, and an image has a few hundred kilobytes. */
const PAGE_WIDTH = 1200;

export const readTextTool = defineTool({
  name: 'read_text',
  title: 'Read the text of a document',
  description: `Returns up to ${MAX_TEXT_LENGTH} characters of a document whose original may be downloaded, from an offset on. Citations give offsets. Use read_page where downloads are restricted or carry a watermark.`,
  input: z.object({
    fileId: id,
    start: z
      .int()
      .nonnegative()
      .default(0)
      .describe('nextStart of the part before, or an offset of a citation'),
  }),
  endpoint: downloadFile,
  run: async ({ ctx }, { fileId, start }) =>
    answerJson(await readText(ctx, fileId, { start, maxLength: MAX_TEXT_LENGTH })),
});

export const readPageTool = defineTool({
  name: 'read_page',
  title: 'See a page of a document',
  description:
    'Returns a page as an image, as the interface shows it: with a watermark of your name where one is required. Pages count from 1.',
  input: z.object({ fileId: id, page: z.int().positive().default(1) }),
  endpoint: viewPage,
  async run({ ctx }, { fileId, page }) {
    const session = ctx.apiToken ?? '';
    const drawn = await limitRendering(ctx, async () => {
      const { count, signature, sentence } = await listPages(ctx, { fileId, session });
      if (count === 0) throw new AppError('unsupported-type', sentence ?? 'This file has no pages.');
      return {
        count,
        image: await renderPage(ctx, { fileId, session, signature }, { page, width: PAGE_WIDTH }),
      };
    });
    const data = drawn.image.toString('base64');
    return {
      content: [
        { type: 'text', text: `Page ${page} of ${drawn.count}` },
        { type: 'image', data, mimeType: 'image/jpeg' },
      ],
    };
  },
});
