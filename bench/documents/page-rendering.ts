import { Readable } from 'node:stream';
import { type DocumentEngine, openDocumentEngine } from '#server/engines/documents/document-engine.ts';
import { makeContractPdf } from '../fixtures/contract-pdf.ts';
import { withTemporaryDirectory } from '../harness/bench-server.ts';
import { type Figure, median } from '../harness/figures.ts';

const PAGES = 24;
const WIDTH = 1200;
const WATERMARK = 'somebody@example.test · 2026-11-20 12:00 UTC · Muniment';

/** The mark tells the minute: another is laid over the pages that are kept. */
const NEXT_MINUTE_WATERMARK = WATERMARK.replace('12:00', '12:01');

/** Pages of text as people read them, 1,200 pixels wide, with the mark in their pixels. */
export function benchPageRendering(): Promise<Figure[]> {
  return withTemporaryDirectory(async (dataDir) => {
    const documents = await openDocumentEngine({ dataDir, maxPages: PAGES });
    try {
      return await measure(documents, await makeContractPdf(PAGES));
    } finally {
      await documents.close();
    }
  });
}

async function measure({ rendering: pages, watermark }: DocumentEngine, pdf: Buffer): Promise<Figure[]> {
  const documentOf = (key: string) => ({ key, type: 'pdf', bytes: async () => Readable.from([pdf]) });
  const draw = async (key: string, page: number): Promise<Buffer> => {
    const drawing = await pages.renderPage(documentOf(key), page, WIDTH);
    if ('problem' in drawing) throw new Error(`page ${page} is ${drawing.problem}`);
    return drawing.image;
  };
  const numbers = Array.from({ length: PAGES }, (_, index) => index + 1);
  await pages.listPages(documentOf('first'));
  await watermark.watermarkImage(await draw('first', 1), WATERMARK);

  const opened = await measureEach(['a', 'b', 'c', 'd', 'e'], (key) => pages.listPages(documentOf(key)));
  const marked = (page: number, minute: string) =>
    pages.renderWatermarkedPage(documentOf('e'), page, WIDTH, minute);
  const cold = await measureEach(numbers, (page) => marked(page, WATERMARK));
  await marked(1, NEXT_MINUTE_WATERMARK);
  const kept = await measureEach(numbers.slice(1), (page) => marked(page, NEXT_MINUTE_WATERMARK));
  const again = await measureEach(numbers, (page) => marked(page, NEXT_MINUTE_WATERMARK));
  const unmarked = await measureEach(numbers, (page) => draw('e', page));
  return [
    { name: `open a PDF of ${PAGES} pages`, value: median(opened), unit: 'ms' },
    { name: 'a page, drawn and marked', value: median(cold), unit: 'ms', target: { atMost: 150 } },
    { name: 'a page, kept and marked', value: median(kept), unit: 'ms', target: { atMost: 20 } },
    { name: 'the same, the fastest of them', value: Math.min(...kept), unit: 'ms' },
    { name: 'a page again within its minute', value: median(again), unit: 'ms', target: { atMost: 20 } },
    { name: 'a page, kept, without a mark', value: median(unmarked), unit: 'ms', target: { atMost: 20 } },
  ];
}

async function measureEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  for (const item of items) {
    const begun = performance.now();
    await work(item);
    times.push(performance.now() - begun);
  }
  return times;
}
