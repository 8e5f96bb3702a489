import { Readable } from 'node:stream';
import { type DocumentEngine, openDocumentEngine } from '#server/engines/documents/document-engine.ts';
import { makeContractPdf } from '../fixtures/contract-pdf.ts';
import { withTemporaryDirectory } from '../harness/bench-server.ts';
import { type Figure, median } from '../harness/figures.ts';

const PAGES = 24;
const WIDTH = 1200;
const WATERMARK = 'somebody@example.test · 2026-11-20 12:00 UTC · Muniment';

/** A watermark contains the minute: the next one is drawn on cached pages. */
const NEXT_MINUTE_WATERMARK = WATERMARK.replace('12:00', '12:01');

/** Measures rendering and watermarking of text pages, 1,200 pixels wide. */
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

async function measure({ rendering: renderer, watermark }: DocumentEngine, pdf: Buffer): Promise<Figure[]> {
  const documentOf = (key: string) => ({
    key,
    owner: 'bench',
    type: 'pdf',
    bytes: async () => Readable.from([pdf]),
  });
  const render = async (key: string, page: number): Promise<Buffer> => {
    const rendered = await renderer.renderPage(documentOf(key), page, WIDTH);
    if ('problem' in rendered) throw new Error(`page ${page} is ${rendered.problem}`);
    return rendered.image;
  };
  const numbers = Array.from({ length: PAGES }, (_, index) => index + 1);
  await renderer.listPages(documentOf('first'));
  await watermark.watermarkImage(await render('first', 1), WATERMARK, 'bench');

  const opened = await measureEach(['a', 'b', 'c', 'd', 'e'], (key) => renderer.listPages(documentOf(key)));
  const renderWatermarked = (page: number, minute: string) =>
    renderer.renderWatermarkedPage(documentOf('e'), page, WIDTH, minute);
  const cold = await measureEach(numbers, (page) => renderWatermarked(page, WATERMARK));
  await renderWatermarked(1, NEXT_MINUTE_WATERMARK);
  const cached = await measureEach(numbers.slice(1), (page) =>
    renderWatermarked(page, NEXT_MINUTE_WATERMARK),
  );
  const repeated = await measureEach(numbers, (page) => renderWatermarked(page, NEXT_MINUTE_WATERMARK));
  // As JPEGs: for watermarks the pixels are kept.
  for (const page of numbers) await render('e', page);
  const withoutWatermark = await measureEach(numbers, (page) => render('e', page));
  return [
    { name: `open a PDF of ${PAGES} pages`, value: median(opened), unit: 'ms' },
    { name: 'a page, rendered and watermarked', value: median(cold), unit: 'ms', target: { atMost: 150 } },
    { name: 'a page, cached and watermarked', value: median(cached), unit: 'ms', target: { atMost: 20 } },
    { name: 'the same, the fastest of them', value: Math.min(...cached), unit: 'ms' },
    { name: 'a page again within its minute', value: median(repeated), unit: 'ms', target: { atMost: 20 } },
    {
      name: 'a page, cached, without watermark',
      value: median(withoutWatermark),
      unit: 'ms',
      target: { atMost: 20 },
    },
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
